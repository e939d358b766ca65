package dev.mandate.adapters.store.jdbc;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowKey;

/** The statements that write a commit, each with its parameters. */
final class WriteSql {

    static final String EVENT = "INSERT INTO event (position, stream_kind, stream_id, version, recorded_at,"
            + " type, schema_version, content, previous, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    static final String PUT_ROW = "INSERT INTO state_row (kind, key, type, schema_version, content)"
            + " VALUES (?, ?, ?, ?, ?) ON CONFLICT (kind, key) DO UPDATE SET type = excluded.type,"
            + " schema_version = excluded.schema_version, content = excluded.content";
    static final String DELETE_ROW = "DELETE FROM state_row WHERE kind = ? AND key = ?";
    static final String ANSWER = "INSERT INTO answer (scope, key, request_digest, type, schema_version, content,"
            + " expires_at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (scope, key) DO UPDATE SET"
            + " request_digest = excluded.request_digest, type = excluded.type,"
            + " schema_version = excluded.schema_version, content = excluded.content, expires_at = excluded.expires_at";
    static final String REMOVE_ANSWER = "DELETE FROM answer WHERE scope = ? AND key = ? AND request_digest = ? AND type = ?"
            + " AND schema_version = ? AND content = ? AND expires_at = ?";
    static final String MESSAGE = "INSERT INTO outbox (recorded_at, topic, tenant, stream_kind, stream_id, type,"
            + " schema_version, content, available_at, token, attempts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)";

    private WriteSql() {}

    /** For {@link #EVENT}. */
    static Object[] event(RecordedEvent event) {
        return new Object[] {
            event.position(),
            event.stream().kind(),
            event.stream().id(),
            event.version(),
            event.recordedAt(),
            event.payload().type(),
            event.payload().schemaVersion(),
            event.payload().content(),
            event.previous(),
            event.hash()
        };
    }

    /** For {@link #PUT_ROW}. */
    static Object[] row(Row row) {
        return new Object[] {
            row.key().kind(),
            row.key().key(),
            row.value().type(),
            row.value().schemaVersion(),
            row.value().content()
        };
    }

    /** For {@link #DELETE_ROW}. */
    static Object[] key(RowKey key) {
        return new Object[] {key.kind(), key.key()};
    }

    /** For {@link #ANSWER} and {@link #REMOVE_ANSWER}. */
    static Object[] answer(IdempotencyRecord answer) {
        return new Object[] {
            answer.key().scope(),
            answer.key().key(),
            answer.requestDigest(),
            answer.answer().type(),
            answer.answer().schemaVersion(),
            answer.answer().content(),
            answer.expiresAt()
        };
    }

    /** Parameters of {@link #MESSAGE}. The message is due immediately. */
    static Object[] message(OutboxMessage message, UnixTime recordedAt) {
        return new Object[] {
            recordedAt,
            message.topic(),
            message.tenant().name(),
            message.stream().kind(),
            message.stream().id(),
            message.payload().type(),
            message.payload().schemaVersion(),
            message.payload().content(),
            recordedAt
        };
    }
}
