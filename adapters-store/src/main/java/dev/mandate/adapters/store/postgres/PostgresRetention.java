package dev.mandate.adapters.store.postgres;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.store.Removed;
import dev.mandate.ports.store.Retention;

/** What a {@link PostgresStore} removes when its time is over. */
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
