package dev.mandate.app;

import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.app.serve.SecretReplacement;
import dev.mandate.app.serve.SecretReplacement.Place;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.store.RecordRewrite;
import io.vavr.control.Either;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code mandate secret}: replaces the operator's secret. */
@Command(
        name = "secret",
        description = "Replaces the operator's secret, after a leak.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class SecretCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Called without a subcommand. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command: rotate");
    }

    @Command(
            name = "rotate",
            description = "Makes a new operator's secret. Stop all servers first. If it is interrupted, run it again.",
            mixinStandardHelpOptions = true)
    int rotate(@Mixin StoreOptions store, @Mixin OperatorOption by) {
        Either<String, SecretReplacement.Replaced> replaced = new SecretReplacement(store.folder(), place(store)).run(by.name());
        replaced.swap().forEach(spec.commandLine().getErr()::println);
        replaced.forEach(done -> {
            var err = spec.commandLine().getErr();
            err.println("The operator's secret of the journal in " + store.place() + " is replaced. Its log key is " + done.logKey() + ".");
            err.println("Checkpoint " + done.checkpoint() + " covers the journal. Note both elsewhere.");
            err.println("Copy " + store.folder().resolve(OperatorSecret.NAME) + " to all instances, make a backup, and run verify-log.");
        });
        return replaced.isRight() ? 0 : 1;
    }

    private static Place place(StoreOptions store) {
        return new Place() {
            @Override
            public Either<StoreProblem, JournalStore> open() {
                return store.openAlone();
            }

            @Override
            public Either<StoreProblem, SignedCheckpoint> rewrite(RecordRewrite rewrite) {
                return store.rewrite(rewrite);
            }

            @Override
            public String name() {
                return store.place();
            }
        };
    }
}
