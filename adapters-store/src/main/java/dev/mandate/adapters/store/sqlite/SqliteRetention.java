package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.jdbc.CheckpointAndRetentionSql;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.store.Retention;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** The retention of a {@link SqliteStore}. */
final class SqliteRetention implements Retention {

    private final GroupWriter writer;
    private final ReadPool reads;

    SqliteRetention(GroupWriter writer, ReadPool reads) {
        this.writer = writer;
        this.reads = reads;
    }

    @Override
    public Page<IdempotencyRecord> expired(UnixTime now, Option<IdempotencyRecord> after, int limit) {
        Page.requireLimit(limit);
        return reads.read(session -> CheckpointAndRetentionSql.expired(session, now, after, limit));
    }

    @Override
    public void remove(Seq<IdempotencyRecord> expired) {
        var unused = writer.write(session -> {
            CheckpointAndRetentionSql.remove(session, expired);
            return expired;
        });
    }
}
