package dev.mandate.engine.audit;

import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.RecordedEvent;
import io.vavr.control.Option;

/**
 * How the events of a stream add up to a row of the same name: {@code fold(events) = row}, for each stream of a kind.
 *
 * @param streamKind whose events
 * @param rowKind the row's kind; its key is the stream's id. No other rows are of this kind.
 * @param fold one step of it
 */
public record Projection(String streamKind, String rowKind, Step fold) {

    /** What the row holds after one more event. */
    @FunctionalInterface
    public interface Step {
        Option<Payload> apply(Option<Payload> row, RecordedEvent event);
    }
}
