package dev.mandate.domain.submission;

/**
 * How far the chain's history was searched for a message that was not found. The same message may have landed under other signatures
 * of its signers, for which nobody can ask by id.
 */
public enum HistorySearch {
    /** Not at all. */
    NOT_MADE,
    /** Back to the earliest slot at which the message could have landed. */
    COMPLETE,
    /** Not to its end: more landed since then than is searched. */
    CUT_SHORT
}
