package dev.mandate.ports.spi.journal;

import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;

/** The limits of one commit. They keep one large commit from delaying all others. */
public enum CommitLimit {
    /** Streams that the commit appends to or only checks. */
    STREAMS(100),
    /** Events of all streams together. */
    EVENTS(1_000),
    /** Changed rows. */
    ROWS(1_000),
    /** Messages for the outbox. */
    MESSAGES(1_000),
    /** UTF-8 bytes of the largest payload: of an event, a row, an answer or a message. */
    PAYLOAD_BYTES(256 * 1024),
    /** UTF-8 bytes of all payloads together. */
    TOTAL_BYTES(4 * 1024 * 1024);

    private final long max;

    CommitLimit(long max) {
        this.max = max;
    }

    /** The largest allowed value. */
    public long max() {
        return max;
    }

    /** The first limit that {@code commit} exceeds. Journals check this before anything else. */
    public static Option<CommitRefused> exceededBy(Commit commit) {
        Seq<Long> sizes = commit.appends()
                .flatMap(StreamAppend::events)
                .appendAll(commit.rows().flatMap(RowChange::value))
                .appendAll(commit.answer().map(IdempotencyRecord::answer))
                .appendAll(commit.messages().map(OutboxMessage::payload))
                .map(payload -> (long) payload.content().getBytes(StandardCharsets.UTF_8).length);
        for (CommitLimit limit : values()) {
            long actual = switch (limit) {
                case STREAMS -> commit.appends().size();
                case EVENTS -> commit.appends().foldLeft(0L, (n, append) -> n + append.events().size());
                case ROWS -> commit.rows().size();
                case MESSAGES -> commit.messages().size();
                case PAYLOAD_BYTES -> sizes.max().getOrElse(0L);
                case TOTAL_BYTES -> sizes.foldLeft(0L, Long::sum);
            };
            if (actual > limit.max) {
                return Option.some(new CommitRefused.OverLimit(limit, actual));
            }
        }
        return Option.none();
    }
}
