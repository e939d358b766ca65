package dev.mandate.app.demo;

import dev.mandate.adapters.kms.KeyFileProblem;
import dev.mandate.adapters.kms.LogKeyFile;
import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.adapters.store.sqlite.SqliteReader;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.LogReport;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.desk.DesksEngine;
import dev.mandate.engine.workers.Surroundings;
import dev.mandate.engine.workers.WorkerListener;
import dev.mandate.engine.workers.Workers;
import dev.mandate.ports.journal.Journal;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** The folder that the story is noted in: a journal in SQLite, the log's key, and the workers beside them. */
public final class Archive implements AutoCloseable {

    private static final Duration NOW_AND_THEN = Duration.ofMinutes(1);

    /** What becomes of the folder. */
    public enum Kept {
        /** It goes when the story ends. */
        FOR_NOW,
        /** Somebody wants to look at it afterwards. */
        FOR_LATER
    }

    private final Path folder;
    private final Kept kept;
    private final SqliteStore store;
    private final LogKeyFile key;
    private final Workers workers;

    private Archive(Path folder, Kept kept, SqliteStore store, LogKeyFile key) {
        this.folder = folder;
        this.kept = kept;
        this.store = store;
        this.key = key;
        Surroundings surroundings = new Surroundings(
                () -> new UnixTime(System.currentTimeMillis() / 1000),
                () -> ThreadLocalRandom.current().nextLong(),
                WorkerListener.logging());
        this.workers = Workers.on(store, surroundings)
                .signing(key, NOW_AND_THEN)
                .removingExpired(NOW_AND_THEN)
                .start();
    }

    /** Opens all of it in {@code folder}; or says, in one line, why it can't. */
    public static Either<String, Archive> open(Path folder, Kept kept) {
        Either<String, LogKeyFile> key =
                LogKeyFile.openOrCreate(folder.resolve(LogKeyFile.NAME)).mapLeft(KeyFileProblem::text);
        return key.flatMap(signer -> SqliteStore.open(folder)
                .mapLeft(StoreProblem::text)
                .map(store -> new Archive(folder, kept, store, signer)));
    }

    Journal journal() {
        return store.journal();
    }

    /** The key that the log is signed with. */
    Bytes32 key() {
        return key.key();
    }

    /** Where to look afterwards; none if there will be nothing to look at. */
    Option<Path> keptAt() {
        return switch (kept) {
            case FOR_LATER -> Option.some(folder);
            case FOR_NOW -> Option.none();
        };
    }

    /** Reads all of it as an auditor would, from outside, and holds it to {@code trusted}. */
    Either<String, LogReport> audit(Bytes32 trusted) {
        return SqliteReader.open(folder).mapLeft(StoreProblem::text).map(opened -> {
            try (StoreReader reader = opened) {
                return LogVerifier.verify(reader, reader, DesksEngine.projections(), Option.some(trusted));
            }
        });
    }

    /** Ends the workers, who sign for everything first, and then the store. Once is enough, and more does no harm. */
    @Override
    public void close() {
        workers.close();
        store.close();
    }
}
