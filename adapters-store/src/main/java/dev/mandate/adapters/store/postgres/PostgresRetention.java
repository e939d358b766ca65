package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.jdbc.CheckpointAndRetentionSql;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.store.Retention;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** The retention of a {@link PostgresStore}. */
final class PostgresRetention implements Retention {

    private final Connections connections;

    PostgresRetention(Connections connections) {
        this.connections = connections;
    }

    @Override
    public Page<IdempotencyRecord> expired(UnixTime now, Option<IdempotencyRecord> after, int limit) {
        Page.requireLimit(limit);
        return connections.read(session -> CheckpointAndRetentionSql.expired(session, now, after, limit));
    }

    @Override
    public void remove(Seq<IdempotencyRecord> expired) {
        RoundTrip trip = new RoundTrip();
        SharedSql.REMOVE.join(trip, expired.asJava());
        var unused = connections.write(session -> {
            trip.go(session);
            return expired;
        });
    }
}
