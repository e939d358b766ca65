package dev.mandate.engine.journal;

import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.control.Option;
import java.util.function.Function;

/**
 * Computes a row from the events of the stream with the same id: {@code fold(events) = row}, for each stream of a kind.
 *
 * @param streamKind the kind of the streams
 * @param rowKind the kind of the rows; a row's key is the stream's id. Every row of this kind belongs to such a stream.
 * @param fold one step of the computation
 * @param awaited the stream of the outbox message that an unfinished row needs; none if the row is finished
 */
public record Projection(String streamKind, String rowKind, Step fold, Function<Row, Option<StreamId>> awaited) {

    /** A projection of rows that need no message. */
    public Projection(String streamKind, String rowKind, Step fold) {
        this(streamKind, rowKind, fold, row -> Option.none());
    }

    /** Computes the row's value after one more event. */
    @FunctionalInterface
    public interface Step {
        Option<Payload> apply(Option<Payload> row, RecordedEvent event);

        /**
         * The value of a stored row in the version in which {@link #apply} computes it, without its MAC.
         *
         * @throws dev.mandate.ports.spi.journal.JournalDamagedException if the row can't be read
         */
        default Payload upcast(Row stored) {
            return RecordMac.bare(stored.value());
        }
    }
}
