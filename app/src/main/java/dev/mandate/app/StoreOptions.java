package dev.mandate.app;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.adapters.store.postgres.PostgresReader;
import dev.mandate.adapters.store.postgres.PostgresRewriter;
import dev.mandate.adapters.store.postgres.PostgresSettings;
import dev.mandate.adapters.store.postgres.PostgresStore;
import dev.mandate.adapters.store.sqlite.SqliteDeadLetters;
import dev.mandate.adapters.store.sqlite.SqliteGuest;
import dev.mandate.adapters.store.sqlite.SqliteReader;
import dev.mandate.adapters.store.sqlite.SqliteRewriter;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.app.serve.JournalFault;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.outbox.DeadLetters;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.store.RecordRewrite;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The place of the journal: {@code --store} and {@code --data-dir}, or their environment variables. */
final class StoreOptions {

    private static final String SQLITE = "sqlite";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    // The help omits the default's value, which may contain a password.
    @picocli.CommandLine.Option(
            names = "--store",
            paramLabel = "STORE",
            defaultValue = "${env:MANDATE_STORE:-" + SQLITE + "}",
            description = {
                "Where the journal is: sqlite (the default), or jdbc:postgresql://HOST:PORT/DATABASE?user=..."
                        + "&currentSchema=...",
                "MANDATE_STORE says it without showing a password to whoever lists the processes."
            })
    private String store = SQLITE;

    @picocli.CommandLine.Option(
            names = "--data-dir",
            paramLabel = "DIR",
            defaultValue = "${env:MANDATE_DATA_DIR:-data}",
            description = "The folder of the journal, if it is sqlite's (default: ${DEFAULT-VALUE}).")
    private Path folder = Path.of("data");

    /** Opens the journal for a command that only reads. */
    Either<StoreProblem, StoreReader> openReader() {
        return postgres().map(PostgresReader::open).getOrElse(() -> SqliteReader.open(folder));
    }

    /** Opens the dead letters; the server may use the journal meanwhile. */
    Either<StoreProblem, Opened<DeadLetters>> openDeadLetters() {
        return postgres()
                .map(settings -> existing(settings).map(store -> new Opened<DeadLetters>(store.outbox(), store::close)))
                .getOrElse(() -> SqliteDeadLetters.open(folder).map(letters -> new Opened<>(letters, letters::close)));
    }

    /** Opens the journal for a command that changes little; the server may use it meanwhile. */
    Either<StoreProblem, Opened<JournalWithCheckpoints>> openExisting() {
        return postgres().map(settings -> existing(settings).map(StoreOptions::whole)).getOrElse(this::guest);
    }

    /** Does the same, and creates a missing journal. */
    Either<StoreProblem, Opened<JournalWithCheckpoints>> openOrCreate() {
        return postgres()
                .map(settings -> PostgresStore.open(settings).map(StoreOptions::whole))
                .getOrElse(() -> guest().fold(
                        problem -> problem instanceof StoreProblem.Missing
                                ? SqliteStore.open(folder).map(StoreOptions::whole)
                                : Either.left(problem),
                        Either::right));
    }

    /** Opens the journal for a command that no server may run beside. */
    Either<StoreProblem, JournalStore> openAlone() {
        return postgres()
                .<Either<StoreProblem, JournalStore>>map(settings -> PostgresRewriter.problem(settings)
                        .<Either<StoreProblem, JournalStore>>map(Either::left)
                        .getOrElse(() -> existing(settings).map(opened -> opened)))
                .getOrElse(() -> SqliteReader.open(folder)
                        .peek(StoreReader::close)
                        .flatMap(there -> SqliteStore.open(folder).map(opened -> opened)));
    }

    /** Rewrites all records of a journal that nobody else has open. */
    Either<StoreProblem, SignedCheckpoint> rewrite(RecordRewrite rewrite) {
        return postgres()
                .map(settings -> PostgresRewriter.rewrite(settings, rewrite))
                .getOrElse(() -> SqliteRewriter.rewrite(folder, rewrite));
    }

    /** Opening a store creates a missing journal, so this checks first that there is one. */
    private static Either<StoreProblem, PostgresStore> existing(PostgresSettings settings) {
        return PostgresReader.open(settings).peek(StoreReader::close).flatMap(there -> PostgresStore.open(settings));
    }

    private Either<StoreProblem, Opened<JournalWithCheckpoints>> guest() {
        return SqliteGuest.open(folder)
                .map(guest -> new Opened<>(new JournalWithCheckpoints(guest.journal(), guest.checkpoints()), guest::close));
    }

    private static Opened<JournalWithCheckpoints> whole(JournalStore store) {
        return new Opened<>(new JournalWithCheckpoints(store.journal(), store.checkpoints()), store::close);
    }

    /** What a command needs of a store to write into its journal. */
    record JournalWithCheckpoints(Journal journal, CheckpointLog checkpoints) {}

    /** An opened store and how to close it. */
    record Opened<T>(T store, Runnable closing) implements AutoCloseable {
        @Override
        public void close() {
            closing.run();
        }
    }

    /** Runs {@code command} on an opened store and closes it. Prints why it can't. Returns the exit code. */
    <T> int with(Either<StoreProblem, Opened<T>> opened, ToIntFunction<T> command) {
        PrintWriter err = spec.commandLine().getErr();
        if (opened.isLeft()) {
            err.println(opened.getLeft().text());
            return 1;
        }
        try (Opened<T> open = opened.get()) {
            return command.applyAsInt(open.store());
        } catch (JournalUnavailableException e) {
            err.println(JournalFault.text(e));
            return 1;
        }
    }

    /** Returns the folder beside the journal with the server's keys. */
    Path folder() {
        return folder;
    }

    /** Returns whether the journal is in PostgreSQL. */
    boolean isPostgres() {
        return postgres().isDefined();
    }

    /** Returns the name by which an operator knows the journal. */
    String place() {
        return postgres().map(PostgresSettings::place).getOrElse(folder::toString);
    }

    /** Returns the database's settings; none for SQLite. Any other value is a usage error, and is not quoted. */
    private Option<PostgresSettings> postgres() {
        if (store.equals(SQLITE)) {
            return Option.none();
        }
        if (!store.startsWith(PostgresSettings.SCHEME)) {
            throw wrong("it is neither sqlite nor an address that begins with " + PostgresSettings.SCHEME);
        }
        return Option.some(PostgresSettings.parse(store).getOrElseThrow(problem -> wrong(problem.text())));
    }

    private ParameterException wrong(String why) {
        return new ParameterException(spec.commandLine(), "--store: " + why);
    }
}
