package dev.mandate.app.backup;

import dev.mandate.adapters.kms.AnchorFile;
import dev.mandate.adapters.kms.CreationSecret;
import dev.mandate.adapters.kms.KeyFileProblem;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.kms.file.VaultFolder;
import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.adapters.store.sqlite.SqliteReader;
import dev.mandate.ports.file.FileFault;
import dev.mandate.ports.file.OwnerOnly;
import dev.mandate.ports.spi.audit.Anchor;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Restores a {@link Backup} into a new data folder. The folder appears whole, or not at all. An anchor that is already there stays: it may
 * remember more than the backup.
 */
public final class Restoration {

    private Restoration() {}

    /**
     * Restores {@code file} as {@code dataDir}, which must be empty or missing, or hold an anchor of the same journal alone.
     *
     * @param vaultDir the folder of the vault. If there is a vault outside of {@code dataDir}, it stays: it may hold newer keys
     * @return the restored names, or the problem in one line
     */
    public static Either<String, Array<String>> restore(Path file, Path dataDir, Path vaultDir) {
        Path vault = vaultDir.toAbsolutePath().normalize();
        Path target = dataDir.toAbsolutePath().normalize();
        try {
            if (vault.equals(target)) {
                return Either.left("the vault's folder and the data folder are one");
            }
            if (!isFree(target)) {
                return Either.left(dataDir + " is not empty: a backup is restored into a folder of its own");
            }
            Option<Anchor> known = new AnchorFile(target).read();
            Path parent = parent(target);
            OwnerOnly.makeFolder(parent);
            Path draft = Files.createTempDirectory(parent, target.getFileName() + ".");
            try {
                Either<String, Array<String>> restored = unpacked(file, draft).flatMap(names -> anchored(draft, names, known, dataDir));
                if (restored.isLeft()) {
                    return restored;
                }
                Array<String> names = restored.get();
                // First the vault: a repetition after a crash finds it there.
                Array<String> kept = vault.startsWith(target)
                        ? moveWithin(draft, draft.resolve(target.relativize(vault)), names)
                        : moveVault(draft.resolve(VaultFolder.NAME), vault, names);
                moveTo(target, draft, parent);
                return Either.right(kept);
            } finally {
                remove(draft);
            }
        } catch (JournalUnavailableException e) {
            return Either.left(String.valueOf(e.getMessage()));
        } catch (ZipException e) {
            return Either.left(file + " is no whole backup: " + e.getMessage());
        } catch (IOException e) {
            return Either.left(FileFault.text(e));
        }
    }

    private static boolean isFree(Path target) throws IOException {
        if (!Files.exists(target)) {
            return true;
        }
        try (Stream<Path> content = Files.list(target)) {
            return content.map(path -> path.getFileName().toString()).allMatch(AnchorFile.FILES::contains);
        }
    }

    /** Has the anchor say that the journal is a restored one. */
    private static Either<String, Array<String>> anchored(Path draft, Array<String> names, Option<Anchor> known, Path dataDir) {
        AnchorFile file = new AnchorFile(draft);
        Option<Anchor> own = file.read();
        if (known.exists(there -> !own.map(Anchor::journal).contains(there.journal()))) {
            return Either.left(dataDir + " belongs to another journal, as " + AnchorFile.NAME + " in it says");
        }
        if (known.isDefined() || own.isDefined()) {
            var unused = file.update(before -> names.contains(Backup.JOURNAL)
                    ? known.getOrElse(before::get).restored()
                    : known.getOrElse(before::get));
        }
        return Either.right(names);
    }

    /** Moves the vault to its folder in a data folder that is not in its place yet. */
    private static Array<String> moveWithin(Path draft, Path vault, Array<String> names) throws IOException {
        Path from = draft.resolve(VaultFolder.NAME);
        if (Files.exists(from) && !from.equals(vault)) {
            OwnerOnly.makeFolder(parent(vault));
            Files.move(from, vault, StandardCopyOption.ATOMIC_MOVE);
            sync(parent(vault));
        }
        return names;
    }

    /** Moves the vault to a folder that may be on another file system. Returns the names that are restored. */
    private static Array<String> moveVault(Path from, Path vault, Array<String> names) throws IOException {
        if (!Files.exists(from)) {
            return names;
        }
        if (hasKeys(vault)) {
            remove(from);
            return names.reject(name -> name.startsWith(VaultFolder.NAME + "/"));
        }
        Path parent = parent(vault);
        OwnerOnly.makeFolder(parent);
        Path draft = Files.createTempDirectory(parent, vault.getFileName() + ".");
        try {
            for (String name : names.filter(name -> name.startsWith(VaultFolder.NAME + "/"))) {
                Path inside = Path.of(name.substring(VaultFolder.NAME.length() + 1));
                OwnerOnly.makeFolder(parent(draft.resolve(inside)));
                Files.copy(from.resolve(inside), draft.resolve(inside), StandardCopyOption.COPY_ATTRIBUTES);
                sync(draft.resolve(inside));
                sync(parent(draft.resolve(inside)));
            }
            removeWithoutKeys(vault);
            Files.move(draft, vault, StandardCopyOption.ATOMIC_MOVE);
            sync(parent);
        } finally {
            remove(draft);
        }
        remove(from);
        return names;
    }

    /** A server that was started by mistake may have made a vault without keys. Other files stay, and are a problem. */
    private static void removeWithoutKeys(Path vault) throws IOException {
        if (Files.exists(vault)) {
            try (Stream<Path> content = Files.walk(vault)) {
                for (Path path : (Iterable<Path>) content.sorted(Comparator.reverseOrder())::iterator) {
                    String name = vault.relativize(path).toString();
                    if (Files.isDirectory(path) || name.equals("lock") || VaultFolder.FILE.matcher(name).matches()) {
                        Files.delete(path);
                    }
                }
            }
        }
    }

    private static boolean hasKeys(Path vault) throws IOException {
        if (!Files.exists(vault)) {
            return false;
        }
        try (Stream<Path> content = Files.walk(vault)) {
            return content.anyMatch(path -> VaultFolder.isKey(path.toString()));
        }
    }

    private static void moveTo(Path target, Path draft, Path parent) throws IOException {
        if (Files.exists(target)) {
            Path before = Files.createTempDirectory(parent, target.getFileName() + ".");
            Files.move(target, before, StandardCopyOption.ATOMIC_MOVE);
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
            sync(parent);
            remove(before);
        } else {
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
            sync(parent);
        }
    }

    private static Either<String, Array<String>> unpacked(Path file, Path draft) throws IOException {
        Array<String> names = Array.empty();
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                if (!isOurs(entry.getName())) {
                    return Either.left(file + " is no backup: it holds " + entry.getName());
                }
                unpack(zip, entry, draft.resolve(entry.getName()));
                names = names.append(entry.getName());
            }
        }
        Array<String> restored = names;
        return problem(draft, names).map(text -> file + " is no whole backup: " + text).toEither(restored).swap();
    }

    private static boolean isOurs(String name) {
        String vault = VaultFolder.NAME + "/";
        return name.equals(Backup.JOURNAL)
                || name.equals(AnchorFile.NAME)
                || name.equals(OperatorSecret.NAME)
                || name.equals(CreationSecret.NAME)
                || (name.startsWith(vault) && VaultFolder.FILE.matcher(name.substring(vault.length())).matches());
    }

    private static void unpack(ZipFile zip, ZipEntry entry, Path to) throws IOException {
        OwnerOnly.makeFolder(parent(to));
        CRC32 sum = new CRC32();
        try (InputStream content = new CheckedInputStream(zip.getInputStream(entry), sum);
                FileChannel channel = FileChannel.open(
                        to, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OwnerOnly.file(to))) {
            var unused = content.transferTo(Channels.newOutputStream(channel));
            channel.force(true);
        }
        if (sum.getValue() != entry.getCrc()) {
            throw new ZipException(entry.getName() + " is damaged");
        }
        sync(parent(to));
    }

    /** What keeps a server from starting on the folder. */
    private static Option<String> problem(Path draft, Array<String> names) {
        Option<String> secret = OperatorSecret.open(draft.resolve(OperatorSecret.NAME))
                .swap()
                .toOption()
                .orElse(() -> names.contains(CreationSecret.NAME)
                        ? CreationSecret.open(draft.resolve(CreationSecret.NAME)).swap().toOption()
                        : Option.none())
                .map(KeyFileProblem::text);
        if (secret.isDefined() || !names.contains(Backup.JOURNAL)) {
            return secret;
        }
        return SqliteReader.open(draft).peek(StoreReader::close).mapLeft(StoreProblem::text).swap().toOption();
    }

    /** Only a root has none, and no backup is restored there. */
    private static Path parent(Path path) {
        return Option.of(path.getParent()).getOrElse(path);
    }

    private static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static void remove(Path draft) throws IOException {
        if (Files.exists(draft)) {
            try (Stream<Path> content = Files.walk(draft)) {
                for (Path path : (Iterable<Path>) content.sorted(Comparator.reverseOrder())::iterator) {
                    Files.delete(path);
                }
            }
        }
    }
}
