package dev.mandate.ports.spi.journal;

/**
 * Why a commit had no effect. If several reasons apply, the result is the first in the order of this list. So a retry receives
 * its recorded answer, and not a version conflict that the first attempt caused itself.
 */
public sealed interface CommitRefused {

    /**
     * The commit exceeds a limit.
     *
     * @param actual the commit's value, in the unit of {@code limit}
     */
    record OverLimit(CommitLimit limit, long actual) implements CommitRefused {}

    /**
     * The idempotency key is in use and has not expired.
     *
     * @param recorded the record under this key. If its digest equals that of the request, the client gets this answer.
     *     Otherwise the client misused the key.
     */
    record AlreadyAnswered(IdempotencyRecord recorded) implements CommitRefused {}

    /**
     * Another commit appended to a stream after the caller read it.
     *
     * @param stream the first in the commit's order whose version differs
     * @param actualVersion 0 if it has no events
     */
    record VersionConflict(StreamId stream, long expectedVersion, long actualVersion) implements CommitRefused {}

    /**
     * A row to insert exists already.
     *
     * @param present the first such row, in the commit's order
     */
    record RowPresent(Row present) implements CommitRefused {}
}
