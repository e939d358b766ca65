package dev.mandate.ports.journal;

import io.vavr.control.Option;

/**
 * What a commit does to one row.
 *
 * <p>Rows have no version of their own. A row that follows from a stream is changed together with it, and the stream's
 * expected version keeps two writers apart; {@link Insert} keeps them apart where a row stands alone, such as a nonce used
 * once or a name taken.
 */
public sealed interface RowChange {

    RowKey key();

    /** A row that must not be there yet; one whose time is over is there until retention has removed it. */
    record Insert(Row row) implements RowChange {
        /** A row that stays. */
        public Insert(RowKey key, Payload value) {
            this(new Row(key, value));
        }

        @Override
        public RowKey key() {
            return row.key();
        }
    }

    /** A row that is made, or replaced together with its expiry. */
    record Put(Row row) implements RowChange {
        /** A row that stays. */
        public Put(RowKey key, Payload value) {
            this(new Row(key, value));
        }

        @Override
        public RowKey key() {
            return row.key();
        }
    }

    /** A row that is gone afterwards, whether or not it was there. */
    record Delete(RowKey key) implements RowChange {}

    /** The row as it is afterwards; none where it is gone. */
    default Option<Row> result() {
        return switch (this) {
            case Insert insert -> Option.some(insert.row());
            case Put put -> Option.some(put.row());
            case Delete delete -> Option.none();
        };
    }

    /** What the row holds afterwards; none where it is gone. */
    default Option<Payload> value() {
        return result().map(Row::value);
    }
}
