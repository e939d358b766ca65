package dev.mandate.domain.submission;

/**
 * How far the chain's history was searched for a message that was not found. The same message may have landed under other
 * signatures of its signers, for which nobody can ask by id.
 */
public enum HistorySearch {
    /** The search reached the earliest slot in which the message could have landed. */
    COMPLETE,
    /** The search did not reach its end: there are more transactions than it reads. */
    CUT_SHORT
}
