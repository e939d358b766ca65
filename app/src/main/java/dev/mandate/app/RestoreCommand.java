package dev.mandate.app;

import dev.mandate.app.backup.Restoration;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mandate restore}: makes a data folder from a backup. */
@Command(
        name = "restore",
        description = "Makes a data folder from the file of mandate backup. The folder must be empty or missing.",
        footer = {
            "",
            "The server that wrote the backup must not run any more. It and a restored one would sign with the same keys,",
            "and neither would know what the other one has signed, spent and revoked."
        },
        mixinStandardHelpOptions = true)
final class RestoreCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private DataFolder folder = new DataFolder();

    @Mixin
    private VaultDir vaultDir = new VaultDir();

    @Parameters(paramLabel = "FILE", description = "The file that mandate backup wrote.")
    private Path file = Path.of("");

    @Override
    public Integer call() {
        Either<String, Array<String>> restored = Restoration.restore(file, folder.path(), vaultDir.of(folder.path()));
        restored.swap().forEach(spec.commandLine().getErr()::println);
        restored.forEach(this::print);
        return restored.isRight() ? 0 : 1;
    }

    private void print(Array<String> names) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(names.length() + " files are restored in " + folder.path() + (vaultDir.isGiven() ? ", the vault in " + vaultDir.of(folder.path()) : ""));
        err.println("The server that wrote the backup must not run any more. It and this one would sign with the same keys, and neither"
                + " would know what the other one has signed, spent and revoked.");
        err.println("What was committed after the backup is lost. The first start records that: sessions by e-mail end, and uses of limits are"
                + " counted anew from the chain.");
    }
}
