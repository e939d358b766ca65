package dev.mandate.adapters.kms.file;

import dev.mandate.adapters.kms.FileMutex;
import dev.mandate.adapters.kms.KeyFileProblem;
import dev.mandate.adapters.kms.OwnerOnlyFile;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.ports.file.FileFault;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a sealed vault: {@code header}, {@code lock}, {@code keys-<generation>/<tenant>.<key id>}, and {@code keys-<generation>/journal}, the
 * journal that the vault belongs to. Only the generation that the header names counts. Any other one is left over from a change of the passphrase.
 *
 * @param path the folder, by default {@code vault} in a data folder
 */
public record VaultFolder(Path path) {

    /** The folder's name in a data folder. */
    public static final String NAME = "vault";

    /** The file's name in the vault's folder. Where it is, there is a vault. */
    public static final String HEADER = "header";

    /** The file's name in the folder of a generation. */
    static final String JOURNAL = "journal";

    private static final String GENERATION = "keys-[1-9][0-9]{0,8}";
    private static final Pattern KEY = Pattern.compile("[a-z0-9-]+\\.key_[0-9a-f]{32}");

    /** A file of a vault, by its path in the vault's folder: {@code header}, a key, or the journal's id. */
    public static final Pattern FILE = Pattern.compile(HEADER + "|" + GENERATION + "/(" + KEY + "|" + JOURNAL + ")");

    /** Whether a path in a backup is that of a key. */
    public static boolean isKey(String path) {
        return KEY.matcher(path.substring(path.lastIndexOf('/') + 1)).matches();
    }

    /** Runs {@code work} while no other thread or process makes keys or changes the passphrase. The folder exists. */
    public <T> Either<KeyFileProblem, T> locked(FileMutex.Work<T> work) {
        try {
            return Either.right(new FileMutex(path, "lock").holding(work));
        } catch (IOException e) {
            return Either.left(new KeyFileProblem.Unusable(path, FileFault.text(e)));
        }
    }

    /** The files in force, by their paths in this folder; none if there is no vault. Take the lock first. */
    public Either<KeyFileProblem, Array<Path>> files() throws IOException {
        Either<KeyFileProblem, VaultHeader> header = header();
        if (header.isLeft()) {
            return header.getLeft() instanceof KeyFileProblem.Missing ? Either.right(Array.empty()) : Either.left(header.getLeft());
        }
        Path keys = generation(header.get());
        Array<String> names = Files.exists(keys.resolve(JOURNAL)) ? keys(keys).append(JOURNAL) : keys(keys);
        return Either.right(names.map(name -> path.relativize(keys.resolve(name))).prepend(Path.of(HEADER)));
    }

    Either<KeyFileProblem, VaultHeader> header() {
        return VaultHeader.read(path.resolve(HEADER));
    }

    OwnerOnlyFile headerFile() {
        return new OwnerOnlyFile(path.resolve(HEADER));
    }

    Path generation(VaultHeader header) {
        return path.resolve("keys-" + header.generation());
    }

    static String name(Tenant tenant, ManagedKeyId id) {
        return tenant.name() + "." + id.text();
    }

    /** The names of the keys in a generation's folder. */
    static Array<String> keys(Path generation) throws IOException {
        return names(generation).filter(name -> KEY.matcher(name).matches());
    }

    /** Removes what changes of the passphrase left over. Take the lock first. */
    void removeOtherGenerations(VaultHeader inForce) throws IOException {
        for (String other : otherGenerations(inForce)) {
            for (String file : names(path.resolve(other))) {
                Files.delete(path.resolve(other).resolve(file));
            }
            Files.delete(path.resolve(other));
        }
    }

    Array<String> otherGenerations(VaultHeader inForce) throws IOException {
        return names(path).filter(name -> name.matches(GENERATION) && !name.equals(generation(inForce).getFileName().toString()));
    }

    private static Array<String> names(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return Array.empty();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return Array.ofAll(files.map(file -> file.getFileName().toString()).sorted());
        }
    }
}
