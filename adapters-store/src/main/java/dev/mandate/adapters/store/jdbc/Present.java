package dev.mandate.adapters.store.jdbc;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.audit.StreamHead;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.control.Option;
import java.sql.SQLException;

/** The current state of the store, on which a commit is decided. No other transaction can change it meanwhile. */
public interface Present {

    /** The answer under {@code key}, unless it has expired by {@code now}. */
    Option<IdempotencyRecord> answered(RequestKey key, UnixTime now) throws SQLException;

    /** The last event of {@code stream}; none if it has no events. */
    Option<StreamHead> head(StreamId stream) throws SQLException;

    Option<Row> row(RowKey key) throws SQLException;

    /** The highest position; 0 if there are no events. */
    long position() throws SQLException;
}
