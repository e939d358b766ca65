package dev.mandate.app;

import dev.mandate.app.backup.Restoration;
import io.vavr.collection.Array;
import io.vavr.control.Either;
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
        mixinStandardHelpOptions = true)
final class RestoreCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private DataFolder folder = new DataFolder();

    @Parameters(paramLabel = "FILE", description = "The file that mandate backup wrote.")
    private Path file = Path.of("");

    @Override
    public Integer call() {
        Either<String, Array<String>> restored = Restoration.restore(file, folder.path());
        restored.swap().forEach(spec.commandLine().getErr()::println);
        restored.forEach(names -> spec.commandLine().getErr().println(names.length() + " files are restored in " + folder.path()));
        return restored.isRight() ? 0 : 1;
    }
}
