package dev.mandate.adapters.store.postgres;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.store.Removed;
import dev.mandate.ports.store.Retention;

/** The retention of a {@link PostgresStore}. */
final class PostgresRetention implements Retention {

    private final Connections connections;

    PostgresRetention(Connections connections) {
        this.connections = connections;
    }

    @Override
    public Removed removeExpired(UnixTime now, int limit) {
        Page.requireLimit(limit);
        return connections.write(session -> SharedSql.removeExpired(session, now, limit));
    }
}
