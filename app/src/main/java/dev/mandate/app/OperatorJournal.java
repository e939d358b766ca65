package dev.mandate.app;

import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.app.serve.JournalOfFolder;
import dev.mandate.app.serve.OperatorSecretFile;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.engine.audit.AnchoredCheckpoints;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The journal of a folder's secret and anchor, as a command of the operator uses it beside a server.
 *
 * @param journal makes and checks the records' MACs
 * @param anchored remembers what is ended
 */
record OperatorJournal(Journal journal, OperatorSecret secret, AnchoredCheckpoints anchored) {

    static final ServerClock CLOCK = ServerClock.of(InstantSource.system());

    /** Runs {@code command} on the journal of {@code store}, or prints why it can't. Returns the exit code. */
    static int with(StoreOptions store, PrintWriter err, ToIntFunction<OperatorJournal> command) {
        return store.with(store.openExisting(), opened -> run(store, opened, OperatorSecretFile::open, err, command));
    }

    /** As above, and creates a journal and a secret that are missing. */
    static int withNew(StoreOptions store, PrintWriter err, ToIntFunction<OperatorJournal> command) {
        return store.with(store.openOrCreate(), opened -> run(store, opened, OperatorSecretFile::openOrCreate, err, command));
    }

    /** The API keys of all tenants. */
    ApiKeyRepository keys() {
        return new ApiKeyRepository(journal, secret.tokenHash(), CLOCK, new SecureRandom(), anchored);
    }

    private static int run(
            StoreOptions store,
            StoreOptions.JournalWithCheckpoints opened,
            Function<OperatorSecretFile, Either<String, OperatorSecret>> secret,
            PrintWriter err,
            ToIntFunction<OperatorJournal> command) {
        JournalOfFolder folder = new JournalOfFolder(store.folder(), opened.journal(), opened.checkpoints(), store.place());
        Either<String, OperatorJournal> found = secret.apply(folder.secretFile())
                .flatMap(operator -> folder.open(operator, Option.none(), CLOCK, new SecureRandom(), HashSet.empty(), line -> {})
                        .map(anchored -> new OperatorJournal(anchored.guarded(), operator, anchored)));
        found.swap().forEach(err::println);
        return found.isLeft() ? 1 : command.applyAsInt(found.get());
    }
}
