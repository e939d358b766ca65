package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.jdbc.CheckpointAndRetentionSql;
import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.audit.OutOfTurn;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.journal.Page;
import io.vavr.control.Option;

/** The checkpoints of a {@link SqliteStore}. */
final class SqliteCheckpoints implements CheckpointLog {

    private final GroupWriter writer;
    private final StoreReader reader;

    SqliteCheckpoints(GroupWriter writer, StoreReader reader) {
        this.writer = writer;
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
        return writer.write(session -> CheckpointAndRetentionSql.append(session, next));
    }
}
