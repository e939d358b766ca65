package dev.mandate.ports.spi.journal;

import io.vavr.control.Option;

/**
 * A change to one row.
 *
 * <p>Rows have no version of their own. If a row is derived from a stream, one commit changes both, and the stream's expected
 * version detects concurrent writers. If a row has no stream, such as a used nonce or a reserved name, {@link Insert} detects
 * them.
 */
public sealed interface RowChange {

    RowKey key();

    /** Creates a row. The commit is refused if the row exists. */
    record Insert(Row row) implements RowChange {
        public Insert(RowKey key, Payload value) {
            this(new Row(key, value));
        }

        @Override
        public RowKey key() {
            return row.key();
        }
    }

    /** Creates a row, or replaces its value. */
    record Put(Row row) implements RowChange {
        public Put(RowKey key, Payload value) {
            this(new Row(key, value));
        }

        @Override
        public RowKey key() {
            return row.key();
        }
    }

    /** Deletes a row, if it exists. */
    record Delete(RowKey key) implements RowChange {}

    /** The row after the change; none after a deletion. */
    default Option<Row> result() {
        return switch (this) {
            case Insert insert -> Option.some(insert.row());
            case Put put -> Option.some(put.row());
            case Delete delete -> Option.none();
        };
    }

    /** The row's value after the change; none after a deletion. */
    default Option<Payload> value() {
        return result().map(Row::value);
    }
}
