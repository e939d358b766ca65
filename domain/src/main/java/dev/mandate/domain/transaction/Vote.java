package dev.mandate.domain.transaction;

/** What a voter can say. */
public enum Vote {
    /** For a proposal that is open; takes back the voter's own rejection. */
    APPROVE,
    /** Against a proposal that is open; takes back the voter's own approval. */
    REJECT,
    /** Against one that was approved and not executed yet. */
    CANCEL
}
