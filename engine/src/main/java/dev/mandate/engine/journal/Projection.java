package dev.mandate.engine.journal;

import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.RecordedEvent;
import dev.mandate.ports.journal.Row;
import dev.mandate.ports.journal.StreamId;
import io.vavr.control.Option;
import java.util.function.Function;

/**
 * How the events of a stream add up to a row of the same name: {@code fold(events) = row}, for each stream of a kind.
 *
 * @param streamKind whose events
 * @param rowKind the row's kind; its key is the stream's id. No other rows are of this kind.
 * @param fold one step of it
 * @param awaited the stream whose message in the outbox must go on with what the row says; none if nothing is left to do
 */
public record Projection(String streamKind, String rowKind, Step fold, Function<Row, Option<StreamId>> awaited) {

    /** A projection of rows that need no message. */
    public Projection(String streamKind, String rowKind, Step fold) {
        this(streamKind, rowKind, fold, row -> Option.none());
    }

    /** What the row holds after one more event. */
    @FunctionalInterface
    public interface Step {
        Option<Payload> apply(Option<Payload> row, RecordedEvent event);
    }
}
