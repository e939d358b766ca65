package dev.mandate.app;

import dev.mandate.adapters.kms.file.VaultFolder;
import dev.mandate.app.backup.Backup;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mandate backup}: the server may run meanwhile. */
@Command(
        name = "backup",
        description = "Writes the journal, the operator's secret and the sealed key vault into one file. The server may run meanwhile.",
        mixinStandardHelpOptions = true)
final class BackupCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private StoreOptions store = new StoreOptions();

    @Mixin
    private VaultDir vaultDir = new VaultDir();

    @Parameters(paramLabel = "FILE", description = "The file to write, which must not exist.")
    private Path file = Path.of("");

    @Override
    public Integer call() {
        Path vault = vaultDir.of(store.folder());
        if (vaultDir.isGiven() && !Files.exists(vault)) {
            spec.commandLine().getErr().println("There is no key vault in " + vault + ".");
            return 1;
        }
        Either<String, Array<String>> written = Backup.write(
                file, store.folder(), vault, store.isPostgres() ? Backup.Journal.ELSEWHERE : Backup.Journal.INCLUDED);
        written.swap().forEach(spec.commandLine().getErr()::println);
        written.forEach(this::print);
        return written.isRight() ? 0 : 1;
    }

    private void print(Array<String> names) {
        var err = spec.commandLine().getErr();
        int keys = names.count(VaultFolder::isKey);
        err.println(file + " holds " + names.filter(name -> !name.contains("/")).mkString(", ") + " and " + keys + " sealed keys.");
        if (keys == 0) {
            err.println("If the server's vault is elsewhere, give the same --vault-dir here.");
        }
        err.println("It holds the operator's secret, so it is for its owner's eyes alone. It does not hold the passphrase of the vault.");
        if (store.isPostgres()) {
            err.println("It does not hold the journal: run pg_dump before each backup, so that each key of the journal is in the backup.");
        }
    }
}
