package dev.mandate.engine.access;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.records.RecordReader;
import dev.mandate.engine.records.RecordWriter;
import dev.mandate.ports.access.ApiKey;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.RecordedEvent;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/** How API keys are spelled in the journal. */
final class KeyRecords {

    private static final String MADE = "api-key-made";
    private static final String ENDED = "api-key-ended";
    private static final String REVOKED = "api-key-revoked";
    private static final String ROW = "api-key";
    private static final int SCHEMA = 1;
    /** With the line of a key that came in another's place; all others are spelled as ever. */
    private static final int WITH_LINE = 2;
    /** With its line, whosever it is, and when it was revoked. Before there was this, a key was revoked by an end and nothing else. */
    private static final int REVOKED_FOR_GOOD = 3;

    private KeyRecords() {}

    static Payload made(KeyRecord record) {
        Payload row = row(record);
        return new Payload(MADE, row.schemaVersion(), row.content());
    }

    static Payload ended(UnixTime at) {
        RecordWriter out = new RecordWriter();
        out.time(at);
        return new Payload(ENDED, SCHEMA, out.written());
    }

    static Payload revoked(UnixTime at) {
        RecordWriter out = new RecordWriter();
        out.time(at);
        return new Payload(REVOKED, SCHEMA, out.written());
    }

    static Payload row(KeyRecord record) {
        ApiKey key = record.key();
        RecordWriter out = new RecordWriter();
        out.text(key.id().text());
        out.text(key.tenant().name());
        out.text(key.name());
        out.list(Array.of(Scope.values()).filter(key.scopes()::contains), (to, scope) -> to.text(scope.word()));
        out.time(key.createdAt());
        out.option(key.endsAt(), RecordWriter::time);
        out.bytes32(record.hash());
        out.number(record.version());
        int schema = key.revokedAt().isDefined()
                ? REVOKED_FOR_GOOD
                : record.line().equals(key.id()) ? SCHEMA : WITH_LINE;
        if (schema >= WITH_LINE) {
            out.text(record.line().text());
        }
        key.revokedAt().forEach(out::time);
        return new Payload(ROW, schema, out.written());
    }

    static KeyRecord read(Payload row) {
        return RecordReader.read(row.content(), in -> {
            ApiKeyId id = new ApiKeyId(in.text());
            Tenant tenant = new Tenant(in.text());
            String name = in.text();
            Set<Scope> scopes = HashSet.ofAll(in.list(scope -> Scope.of(scope.text())
                    .getOrElseThrow(() -> new IllegalStateException("a key with an unknown scope"))));
            UnixTime createdAt = in.time();
            Option<UnixTime> endsAt = in.option(RecordReader::time);
            Bytes32 hash = in.bytes32();
            long version = in.number();
            ApiKeyId line = row.schemaVersion() < WITH_LINE ? id : new ApiKeyId(in.text());
            Option<UnixTime> revokedAt =
                    row.schemaVersion() < REVOKED_FOR_GOOD ? Option.none() : Option.some(in.time());
            return new KeyRecord(
                    new ApiKey(id, tenant, name, scopes, createdAt, endsAt, revokedAt), line, hash, version);
        });
    }

    /** The row after one more event. */
    static Option<Payload> fold(Option<Payload> row, RecordedEvent event) {
        return switch (event.payload().type()) {
            case MADE -> Option.some(new Payload(ROW, event.payload().schemaVersion(), event.payload().content()));
            case ENDED -> row.map(before -> row(read(before).endingAt(time(event))));
            case REVOKED -> row.map(before -> row(read(before).revokedAt(time(event))));
            default -> throw new IllegalStateException("an API key's stream holds " + event.payload().type());
        };
    }

    private static UnixTime time(RecordedEvent event) {
        return RecordReader.read(event.payload().content(), RecordReader::time);
    }
}
