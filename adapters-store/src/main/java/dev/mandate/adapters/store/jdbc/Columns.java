package dev.mandate.adapters.store.jdbc;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.audit.Checkpoint;
import dev.mandate.ports.spi.audit.CheckpointCodec;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.audit.StreamHead;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.outbox.DeadLetter;
import dev.mandate.ports.spi.outbox.WaitingMessage;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads the columns of each table. A value that this store cannot have written throws a {@link DamagedRow}. */
public final class Columns {

    private Columns() {}

    /** Reads a row's components, whose constructors check them. */
    private interface Reading<T> {
        T read() throws SQLException;
    }

    private static <T> T whole(String table, ResultSet row, String id, Reading<T> reading) throws SQLException {
        try {
            return reading.read();
        } catch (IllegalArgumentException e) {
            throw new DamagedRow(table + " " + row.getString(id) + " can't be read: " + e.getMessage(), e);
        }
    }

    static RecordedEvent event(ResultSet row) throws SQLException {
        return whole("event at position", row, "position", () -> new RecordedEvent(
                stream(row),
                row.getLong("version"),
                row.getLong("position"),
                new UnixTime(row.getLong("recorded_at")),
                payload(row),
                hash(row, "previous"),
                hash(row, "hash")));
    }

    public static StreamHead head(ResultSet row) throws SQLException {
        return whole(
                "event at position", row, "position", () -> new StreamHead(stream(row), row.getLong("version"), hash(row, "hash")));
    }

    public static Row row(ResultSet row) throws SQLException {
        return whole("row", row, "key", () -> new Row(
                new RowKey(row.getString("kind"), row.getString("key")), payload(row)));
    }

    public static IdempotencyRecord answer(ResultSet row) throws SQLException {
        return whole("answer", row, "key", () -> new IdempotencyRecord(
                new RequestKey(row.getString("scope"), row.getString("key")),
                hash(row, "request_digest"),
                payload(row),
                new UnixTime(row.getLong("expires_at"))));
    }

    public static RecordedMessage message(ResultSet row) throws SQLException {
        return whole("message", row, "number", () -> new RecordedMessage(
                row.getLong("number"),
                new UnixTime(row.getLong("recorded_at")),
                new OutboxMessage(
                        row.getString("topic"), new Tenant(row.getString("tenant")), stream(row), payload(row))));
    }

    static DeadLetter deadLetter(ResultSet row) throws SQLException {
        return new DeadLetter(message(row), row.getInt("attempts"), reason(row), new UnixTime(row.getLong("buried_at")));
    }

    static WaitingMessage waiting(ResultSet row) throws SQLException {
        return new WaitingMessage(message(row), row.getInt("attempts"), reason(row), new UnixTime(row.getLong("available_at")));
    }

    private static String reason(ResultSet row) throws SQLException {
        String reason = row.getString("reason");
        return reason == null ? "" : reason;
    }

    static SignedCheckpoint checkpoint(ResultSet row) throws SQLException {
        return whole("checkpoint", row, "number", () -> {
            long number = row.getLong("number");
            Checkpoint checkpoint = CheckpointCodec.read(Bytes.of(row.getBytes("content")))
                    .filter(read -> read.number() == number)
                    .getOrElseThrow(() -> new IllegalArgumentException("its bytes are not those of this checkpoint"));
            return new SignedCheckpoint(
                    checkpoint, hash(row, "key"), new Signature(Bytes.of(row.getBytes("signature"))));
        });
    }

    static Bytes32 hash(ResultSet row, String column) throws SQLException {
        return Bytes32.of(row.getBytes(column));
    }

    private static StreamId stream(ResultSet row) throws SQLException {
        return new StreamId(row.getString("stream_kind"), row.getString("stream_id"));
    }

    private static Payload payload(ResultSet row) throws SQLException {
        return new Payload(row.getString("type"), row.getInt("schema_version"), row.getString("content"));
    }
}
