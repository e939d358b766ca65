package dev.mandate.adapters.store.postgres;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowKey;

/** The statements that write the effects of a group of commits. Their number does not depend on the size of the group. */
final class GroupSql {

    /** A message that a commit adds to the outbox. */
    record Sent(UnixTime at, OutboxMessage message) {}

    static final Bulk<RecordedEvent> EVENTS = Bulk.<RecordedEvent>of("INSERT INTO event (position, stream_kind, stream_id,"
                    + " version, recorded_at, type, schema_version, content, previous, hash)"
                    + " SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
            .number(RecordedEvent::position)
            .text(event -> event.stream().kind())
            .text(event -> event.stream().id())
            .number(RecordedEvent::version)
            .number(event -> event.recordedAt().seconds())
            .text(event -> event.payload().type())
            .small(event -> event.payload().schemaVersion())
            .text(event -> event.payload().content())
            .bytes(event -> event.previous().toArray())
            .bytes(event -> event.hash().toArray());

    static final Bulk<Row> ROWS = Bulk.<Row>of("INSERT INTO state_row (kind, key, type, schema_version, content)"
                    + " SELECT * FROM unnest(?, ?, ?, ?, ?) ON CONFLICT (kind, key) DO UPDATE SET type = excluded.type,"
                    + " schema_version = excluded.schema_version, content = excluded.content")
            .text(row -> row.key().kind())
            .text(row -> row.key().key())
            .text(row -> row.value().type())
            .small(row -> row.value().schemaVersion())
            .text(row -> row.value().content());

    static final Bulk<RowKey> DELETED = Bulk.<RowKey>of("DELETE FROM state_row USING unnest(?, ?) AS gone (kind, key)"
                    + " WHERE state_row.kind = gone.kind AND state_row.key = gone.key")
            .text(RowKey::kind)
            .text(RowKey::key);

    static final Bulk<IdempotencyRecord> ANSWERS = answers("INSERT INTO answer (scope, key,"
            + " request_digest, type, schema_version, content, expires_at)"
            + " SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?) ON CONFLICT (scope, key) DO UPDATE SET"
            + " request_digest = excluded.request_digest, type = excluded.type,"
            + " schema_version = excluded.schema_version, content = excluded.content,"
            + " expires_at = excluded.expires_at");

    /** The order matters: each message takes the next number as it is inserted. */
    static final Bulk<Sent> MESSAGES = Bulk.<Sent>of("INSERT INTO outbox (recorded_at, topic, tenant, stream_kind, stream_id, type,"
                    + " schema_version, content, available_at, token, attempts)"
                    + " SELECT recorded_at, topic, tenant, stream_kind, stream_id, type, schema_version, content, recorded_at, 0, 0"
                    + " FROM unnest(?, ?, ?, ?, ?, ?, ?, ?) WITH ORDINALITY AS sent"
                    + " (recorded_at, topic, tenant, stream_kind, stream_id, type, schema_version, content, place) ORDER BY place")
            .number(sent -> sent.at().seconds())
            .text(sent -> sent.message().topic())
            .text(sent -> sent.message().tenant().name())
            .text(sent -> sent.message().stream().kind())
            .text(sent -> sent.message().stream().id())
            .text(sent -> sent.message().payload().type())
            .small(sent -> sent.message().payload().schemaVersion())
            .text(sent -> sent.message().payload().content());

    private GroupSql() {}

    /** A statement over answers: scope, key, digest, type, version, content and expiry. */
    static Bulk<IdempotencyRecord> answers(String sql) {
        return Bulk.<IdempotencyRecord>of(sql)
                .text(answer -> answer.key().scope())
                .text(answer -> answer.key().key())
                .bytes(answer -> answer.requestDigest().toArray())
                .text(answer -> answer.answer().type())
                .small(answer -> answer.answer().schemaVersion())
                .text(answer -> answer.answer().content())
                .number(answer -> answer.expiresAt().seconds());
    }
}
