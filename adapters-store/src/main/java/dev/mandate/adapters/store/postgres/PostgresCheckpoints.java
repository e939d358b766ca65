package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.jdbc.CheckpointAndRetentionSql;
import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.audit.OutOfTurn;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.journal.Page;
import io.vavr.control.Option;

/** The checkpoints of a {@link PostgresStore}. */
final class PostgresCheckpoints implements CheckpointLog {

    private final Connections connections;
    private final AppendLock turn;
    private final StoreReader reader;

    PostgresCheckpoints(Connections connections, AppendLock turn, StoreReader reader) {
        this.connections = connections;
        this.turn = turn;
        this.reader = reader;
    }

    @Override
    public Option<SignedCheckpoint> latest() {
        return reader.latest();
    }

    @Override
    public Page<SignedCheckpoint> checkpoints(long afterNumber, int limit) {
        return reader.checkpoints(afterNumber, limit);
    }

    @Override
    public Option<OutOfTurn> append(SignedCheckpoint next) {
        return connections.write(session -> {
            turn.take(session);
            return CheckpointAndRetentionSql.append(session, next);
        });
    }
}
