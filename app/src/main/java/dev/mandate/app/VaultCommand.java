package dev.mandate.app;

import dev.mandate.adapters.kms.KeyFileProblem;
import dev.mandate.adapters.kms.OwnerOnlyFile;
import dev.mandate.adapters.kms.file.FileVault;
import io.vavr.control.Either;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code mandate vault}: seals the key vault in files with another passphrase. */
@Command(
        name = "vault",
        description = "Changes the passphrase of the sealed key vault.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class VaultCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Called without a subcommand. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command: rotate");
    }

    @Command(
            name = "rotate",
            description = "Seals each key anew with another passphrase. Stop the server first: with the old passphrase it signs nothing more.",
            mixinStandardHelpOptions = true)
    int rotate(
            @Mixin DataFolder folder,
            @Mixin VaultDir vaultDir,
            @Option(
                            names = "--vault-passphrase-file",
                            paramLabel = "FILE",
                            required = true,
                            defaultValue = "${env:MANDATE_VAULT_PASSPHRASE_FILE}",
                            description = "The file of the passphrase that the vault has.")
                    Path old,
            @Option(
                            names = "--new-passphrase-file",
                            paramLabel = "FILE",
                            required = true,
                            description = "The file of the passphrase that it gets: one line, for its owner's eyes alone.")
                    Path fresh) {
        Path vault = vaultDir.of(folder.path());
        Either<KeyFileProblem, Integer> rotated = new OwnerOnlyFile(old)
                .readLine()
                .flatMap(words -> new OwnerOnlyFile(fresh).readLine().flatMap(next -> FileVault.changePassphrase(vault, words, next)));
        rotated.swap().forEach(problem -> spec.commandLine().getErr().println(problem.text()));
        rotated.forEach(keys -> spec.commandLine().getErr().println(keys + " keys in " + vault + " are sealed with the new passphrase."));
        return rotated.isRight() ? 0 : 1;
    }
}
