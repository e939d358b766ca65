package dev.mandate.app;

import dev.mandate.adapters.kms.KeyFileProblem;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.audit.LogSigner;
import io.vavr.control.Either;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code mandate log-key}: prints only the public key, for {@code verify-log --log-key}. */
@Command(
        name = "log-key",
        description = "Prints the public key that the journal's checkpoints are signed with. Note it elsewhere: "
                + "verify-log --log-key holds the log to it.",
        mixinStandardHelpOptions = true)
final class LogKeyCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private DataFolder folder = new DataFolder();

    @Override
    public Integer call() {
        Either<KeyFileProblem, LogSigner> opened =
                OperatorSecret.open(folder.path().resolve(OperatorSecret.NAME)).map(OperatorSecret::logSigner);
        opened.swap().forEach(problem -> spec.commandLine().getErr().println(problem.text()));
        opened.forEach(key -> spec.commandLine().getOut().println(Bytes.of(key.key().toArray()).toHex()));
        return opened.isRight() ? 0 : 1;
    }
}
