package dev.mandate.adapters.kms.file;

import dev.mandate.adapters.kms.KeyFileProblem;
import dev.mandate.adapters.kms.OwnerOnlyFile;
import dev.mandate.ports.file.OwnerOnly;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Seals every data key anew under the key-encryption key of another passphrase. The new generation is complete on the disk before the
 * header names it, and the old one is removed afterwards.
 */
final class Rewrapping {

    private Rewrapping() {}

    /** Returns the number of keys. The caller holds the vault's lock. */
    static Either<KeyFileProblem, Integer> run(VaultFolder folder, VaultHeader.Unlocked old, byte[] passphrase, Argon2Cost cost)
            throws IOException {
        folder.removeOtherGenerations(old.header());
        VaultHeader.Unlocked fresh = VaultHeader.make(cost, old.header().generation() + 1, passphrase);
        Array<String> names = VaultFolder.keys(folder.generation(old.header()));
        OwnerOnly.makeFolder(folder.generation(fresh.header()));
        for (String name : names) {
            Option<KeyFileProblem> problem = rewrap(
                    folder.generation(old.header()).resolve(name), old.key(), folder.generation(fresh.header()).resolve(name), fresh.key());
            if (problem.isDefined()) {
                return Either.left(problem.get());
            }
        }
        Option<KeyFileProblem> unbound = bind(
                folder.generation(old.header()).resolve(VaultFolder.JOURNAL),
                old.key(),
                folder.generation(fresh.header()).resolve(VaultFolder.JOURNAL),
                fresh.key());
        if (unbound.isDefined()) {
            return Either.left(unbound.get());
        }
        Option<KeyFileProblem> problem = folder.headerFile().replace(fresh.header().bytes());
        if (problem.isDefined()) {
            return Either.left(problem.get());
        }
        folder.removeOtherGenerations(fresh.header());
        return Either.right(names.length());
    }

    /** A vault that belongs to no journal yet has no such file. */
    private static Option<KeyFileProblem> bind(Path from, AesKey kek, Path to, AesKey fresh) {
        Either<KeyFileProblem, byte[]> content = new OwnerOnlyFile(from).read(SealedJournalId.BYTES);
        return content.isLeft() && content.getLeft() instanceof KeyFileProblem.Missing
                ? Option.none()
                : content.flatMap(sealed -> SealedJournalId.open(kek, sealed)
                                .<KeyFileProblem>toEither(() -> new KeyFileProblem.Damaged(from, "changed, or that of another vault")))
                        .fold(Option::some, journal -> new OwnerOnlyFile(to).createOnce(SealedJournalId.seal(fresh, journal)));
    }

    private static Option<KeyFileProblem> rewrap(Path from, AesKey kek, Path to, AesKey fresh) {
        return new OwnerOnlyFile(from)
                .read(SealedSeed.BYTES)
                .flatMap(content -> SealedSeed.parse(content)
                        .flatMap(sealed -> sealed.rewrap(kek, fresh, from.getFileName().toString()))
                        .toEither(() -> new KeyFileProblem.Damaged(from, "changed, or the file of another key")))
                .fold(Option::some, sealed -> new OwnerOnlyFile(to).createOnce(sealed.bytes()));
    }
}
