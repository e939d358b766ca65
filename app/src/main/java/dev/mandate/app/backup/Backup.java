package dev.mandate.app.backup;

import dev.mandate.adapters.kms.AnchorFile;
import dev.mandate.adapters.kms.CreationSecret;
import dev.mandate.adapters.kms.KeyFileProblem;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.kms.file.VaultFolder;
import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.sqlite.SqliteBackup;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.file.FileFault;
import dev.mandate.ports.file.OwnerOnly;
import dev.mandate.ports.spi.audit.Anchor;
import dev.mandate.ports.spi.audit.AnchorCodec;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes a backup: a ZIP file of {@code journal.db}, {@code journal.anchor}, {@code operator.secret}, {@code creation.secret} and {@code vault},
 * with the names that they have in a data folder. A folder that no server of this version has opened has no {@code creation.secret} yet. The server may run
 * meanwhile. The anchor is read before the journal, so the journal has all that the anchor remembers. The journal is copied before the vault, and no key
 * is ever removed, so each key of the journal is there.
 */
public final class Backup {

    static final String JOURNAL = "journal.db";

    private Backup() {}

    /** Which parts of a data folder. */
    public enum Journal {
        /** SQLite's file in the folder. */
        INCLUDED,
        /** It is in another database. */
        ELSEWHERE
    }

    /**
     * Writes {@code file}, which must not exist, and which only its owner can read.
     *
     * @param vault the folder of the sealed vault; without one the keys are elsewhere
     * @return the names in it, or the problem in one line
     */
    public static Either<String, Array<String>> write(Path file, Path dataDir, Path vault, Journal journal) {
        return OperatorSecret.open(dataDir.resolve(OperatorSecret.NAME)).mapLeft(KeyFileProblem::text).flatMap(before -> {
            try (FileChannel channel = FileChannel.open(
                    file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OwnerOnly.file(file))) {
                Either<String, Array<String>> names = written(channel, file, dataDir, vault, journal)
                        .filterOrElse(all -> isUnchanged(before, dataDir), all -> "The operator's secret is being replaced: mandate secret rotate completes"
                                + " that. Run the backup again afterwards.");
                if (names.isLeft()) {
                    Files.delete(file);
                }
                return names;
            } catch (IOException e) {
                return Either.left(FileFault.text(e));
            } catch (JournalUnavailableException e) {
                return Either.left(String.valueOf(e.getMessage()));
            }
        });
    }

    /** Otherwise the journal may be written with another secret than the one beside it. */
    private static boolean isUnchanged(OperatorSecret before, Path dataDir) {
        return !Files.exists(dataDir.resolve(OperatorSecret.NEXT))
                && OperatorSecret.open(dataDir.resolve(OperatorSecret.NAME))
                        .exists(after -> after.logSigner().key().equals(before.logSigner().key()));
    }

    private static Either<String, Array<String>> written(FileChannel channel, Path file, Path dataDir, Path vault, Journal journal) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Channels.newOutputStream(channel))) {
            Array<String> names = Array.empty();
            Option<Anchor> anchor = new AnchorFile(dataDir).read();
            if (journal == Journal.INCLUDED) {
                Either<String, String> copied = addJournal(zip, file, dataDir);
                if (copied.isLeft()) {
                    return Either.left(copied.getLeft());
                }
                names = names.append(copied.get());
            }
            if (anchor.isDefined()) {
                names = names.append(add(zip, AnchorFile.NAME, AnchorCodec.write(anchor.get())));
            }
            for (String secret : Array.of(OperatorSecret.NAME, CreationSecret.NAME).filter(name -> Files.exists(dataDir.resolve(name)))) {
                names = names.append(add(zip, secret, dataDir.resolve(secret)));
            }
            Either<String, Array<String>> keys = addVault(zip, vault);
            zip.finish();
            channel.force(true);
            return keys.map(names::appendAll);
        }
    }

    private static Either<String, String> addJournal(ZipOutputStream zip, Path file, Path dataDir) throws IOException {
        Path beside = Files.createTempDirectory(file.toAbsolutePath().getParent(), file.getFileName() + ".");
        try {
            Either<String, Path> copy = SqliteBackup.copy(dataDir, beside).mapLeft(StoreProblem::text);
            return copy.isLeft() ? Either.left(copy.getLeft()) : Either.right(add(zip, JOURNAL, copy.get()));
        } finally {
            Files.deleteIfExists(beside.resolve(JOURNAL));
            Files.delete(beside);
        }
    }

    private static Either<String, Array<String>> addVault(ZipOutputStream zip, Path folder) {
        if (!Files.exists(folder)) {
            return Either.right(Array.empty());
        }
        VaultFolder vault = new VaultFolder(folder);
        return vault.locked(() -> {
                    Either<KeyFileProblem, Array<Path>> files = vault.files();
                    Array<String> names = Array.empty();
                    for (Path key : files.getOrElse(Array.empty())) {
                        names = names.append(add(zip, VaultFolder.NAME + "/" + key, folder.resolve(key)));
                    }
                    Array<String> added = names;
                    return files.map(all -> added);
                })
                .flatMap(outcome -> outcome)
                .mapLeft(KeyFileProblem::text);
    }

    private static String add(ZipOutputStream zip, String name, Bytes content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content.toArray());
        zip.closeEntry();
        return name;
    }

    private static String add(ZipOutputStream zip, String name, Path file) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        Files.copy(file, zip);
        zip.closeEntry();
        return name;
    }
}
