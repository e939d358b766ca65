package dev.mandate.domain.transaction;

/** A voter's vote. */
public enum Vote {
    /** For an open proposal; replaces the voter's own rejection. */
    APPROVE,
    /** Against an open proposal; replaces the voter's own approval. */
    REJECT,
    /** Against a proposal that is approved but not executed yet. */
    CANCEL
}
