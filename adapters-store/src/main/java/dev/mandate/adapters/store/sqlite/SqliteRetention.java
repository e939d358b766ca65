package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.jdbc.KeepingSql;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.store.Removed;
import dev.mandate.ports.store.Retention;

/** The retention of a {@link SqliteStore}. */
final class SqliteRetention implements Retention {

    private final GroupWriter writer;

    SqliteRetention(GroupWriter writer) {
        this.writer = writer;
    }

    @Override
    public Removed removeExpired(UnixTime now, int limit) {
        Page.requireLimit(limit);
        return writer.write(session -> KeepingSql.removeExpired(session, now, limit));
    }
}
