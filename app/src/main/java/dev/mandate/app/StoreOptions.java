package dev.mandate.app;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.adapters.store.postgres.PostgresReader;
import dev.mandate.adapters.store.postgres.PostgresSettings;
import dev.mandate.adapters.store.postgres.PostgresStore;
import dev.mandate.adapters.store.sqlite.SqliteDeadLetters;
import dev.mandate.adapters.store.sqlite.SqliteGuest;
import dev.mandate.adapters.store.sqlite.SqliteReader;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.outbox.DeadLetters;
import dev.mandate.ports.store.JournalStore;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where a command finds the journal: {@code --store} and {@code --data-dir}, or their environment variables. */
final class StoreOptions {

    private static final String SQLITE = "sqlite";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    // The default's value is not shown: it may hold a password.
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

    /** Opens the journal for a command that only looks. */
    Either<StoreProblem, StoreReader> openReader() {
        Option<PostgresSettings> postgres = postgres();
        return postgres.isDefined() ? PostgresReader.open(postgres.get()) : SqliteReader.open(folder);
    }

    /** Opens the dead letters, beside whoever has the journal. */
    Either<StoreProblem, Opened<DeadLetters>> openDeadLetters() {
        Option<PostgresSettings> postgres = postgres();
        return postgres.isDefined()
                ? existing(postgres.get()).map(opened -> new Opened<>(opened.outbox(), opened::close))
                : SqliteDeadLetters.open(folder).map(letters -> new Opened<>(letters, letters::close));
    }

    /** Opening a store makes a journal where there is none: hence a look first. */
    private static Either<StoreProblem, PostgresStore> existing(PostgresSettings settings) {
        return PostgresReader.open(settings).peek(StoreReader::close).flatMap(there -> PostgresStore.open(settings));
    }

    /** Opens the journal for a command that writes a little, also beside a server that has it open; it is made if it is not there. */
    Either<StoreProblem, Opened<Journal>> openBeside() {
        Option<PostgresSettings> postgres = postgres();
        if (postgres.isDefined()) {
            return PostgresStore.open(postgres.get()).map(StoreOptions::whole);
        }
        Either<StoreProblem, SqliteGuest> guest = SqliteGuest.open(folder);
        return guest.isLeft() && guest.getLeft() instanceof StoreProblem.Missing
                ? SqliteStore.open(folder).map(StoreOptions::whole)
                : guest.map(there -> new Opened<>(there.journal(), there::close));
    }

    /** Opens the journal for a command that changes a little of what is there; none is made. */
    Either<StoreProblem, Opened<Journal>> openThere() {
        Option<PostgresSettings> postgres = postgres();
        return postgres.isDefined()
                ? existing(postgres.get()).map(StoreOptions::whole)
                : SqliteGuest.open(folder).map(there -> new Opened<>(there.journal(), there::close));
    }

    private static Opened<Journal> whole(JournalStore store) {
        return new Opened<>(store.journal(), store::close);
    }

    /** What was opened, and how it is closed. */
    record Opened<T>(T store, Runnable closing) implements AutoCloseable {
        @Override
        public void close() {
            closing.run();
        }
    }

    /** The folder of what is kept beside the journal: the server's own keys. */
    Path folder() {
        return folder;
    }

    /** What an operator knows the journal by. */
    String place() {
        return postgres().map(PostgresSettings::place).getOrElse(folder::toString);
    }

    /** The database's settings; none if the store is SQLite. What is neither was a wrong call, and is not quoted. */
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
