package dev.mandate.ports.journal;

/**
 * Why a commit had no effect. Where several reasons hold, the first of this list is given: so a retry is told its answer,
 * not that the stream has moved on (which the first try itself did).
 */
public sealed interface CommitRefused {

    /**
     * The commit is larger than any commit may be.
     *
     * @param actual how much it holds of what is limited
     */
    record OverLimit(CommitLimit limit, long actual) implements CommitRefused {}

    /**
     * The idempotency key has been used, and has not expired.
     *
     * @param recorded what was recorded under it: the same request gets this answer, another one is a misuse of the key
     */
    record AlreadyAnswered(IdempotencyRecord recorded) implements CommitRefused {}

    /**
     * Someone else wrote to a stream since it was read.
     *
     * @param stream the first in the commit's order whose version differs
     * @param actualVersion 0 if it has no events
     */
    record VersionConflict(StreamId stream, long expectedVersion, long actualVersion) implements CommitRefused {}

    /**
     * A row that was to be new is there.
     *
     * @param present the first such row, in the commit's order
     */
    record RowPresent(Row present) implements CommitRefused {}
}
