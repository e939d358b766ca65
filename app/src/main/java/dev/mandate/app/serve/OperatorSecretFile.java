package dev.mandate.app.serve;

import dev.mandate.adapters.kms.CreationSecret;
import dev.mandate.adapters.kms.KeyFileProblem;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.access.OperatorBinding;
import dev.mandate.engine.access.OperatorIdentity;
import dev.mandate.engine.journal.AuthenticatedJournal;
import dev.mandate.engine.rotation.SecretRotations;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import io.vavr.control.Either;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * The operator's secret and the creation secret in a data folder, which must match the journal. An operator's secret is created only if the journal is
 * empty, with a creation secret. Each problem is described in one line.
 */
public final class OperatorSecretFile {

    private final Path file;
    private final Journal journal;
    private final String place;

    /** @param place the name by which an operator knows the journal */
    public OperatorSecretFile(Path dataDir, Journal journal, String place) {
        this.file = dataDir.resolve(OperatorSecret.NAME);
        this.journal = journal;
        this.place = place;
    }

    /** Returns the existing secret, or a new one for a new journal. It is not the secret of another journal. */
    public Either<String, OperatorSecret> openOrCreate() {
        return checked(() -> OperatorSecret.open(file)
                .<Either<KeyFileProblem, OperatorSecret>>fold(
                        problem -> problem instanceof KeyFileProblem.Missing && isNew()
                                ? OperatorSecret.openOrCreate(file)
                                : Either.left(problem),
                        Either::right));
    }

    /** Returns the existing secret. It is not the secret of another journal. */
    public Either<String, OperatorSecret> open() {
        return checked(() -> OperatorSecret.open(file));
    }

    /** Binds the journal to {@code secret} at {@code now}, unless it is bound to another one. */
    public Either<String, OperatorSecret> bind(OperatorSecret secret, UnixTime now) {
        return answered(() -> OperatorBinding.bind(
                        new AuthenticatedJournal(journal, secret.journalMac()), OperatorIdentity.of(secret.tokenHash()), now)
                .bimap(other -> otherSecret(), bound -> secret));
    }

    /**
     * The creation secret beside {@code operator}, to which the journal is bound at {@code now}. In a folder of an earlier version it is made. It is not
     * the secret of another journal.
     */
    public Either<String, CreationSecret> creationSecret(OperatorSecret operator, UnixTime now) {
        Path creation = file.resolveSibling(CreationSecret.NAME);
        return answered(() -> {
            Journal authentic = new AuthenticatedJournal(journal, operator.journalMac());
            boolean isOfNoOther = OperatorBinding.creationSecret(authentic).forAll(CreationSecret.derivedFrom(operator).mark()::equals);
            // Nothing is written that the journal does not take.
            return (isOfNoOther ? CreationSecret.openOrCreate(creation, operator) : CreationSecret.open(creation))
                    .mapLeft(problem -> problem instanceof KeyFileProblem.Missing ? missing(problem) : problem.text())
                    .filterOrElse(
                            secret -> OperatorBinding.creationSecret(authentic, secret.mark(), now).equals(secret.mark()),
                            other -> other(creation));
        });
    }

    private Either<String, OperatorSecret> checked(Supplier<Either<KeyFileProblem, OperatorSecret>> opening) {
        return answered(() -> opening.get().mapLeft(this::text).flatMap(secret -> {
            OperatorIdentity given = OperatorIdentity.of(secret.tokenHash());
            return OperatorBinding.of(journal)
                    .filter(bound -> !bound.equals(given))
                    .map(bound -> otherSecret())
                    .toEither(secret)
                    .swap()
                    .flatMap(known -> known.knowing(SecretRotations.replaced(journal))
                            .toEither(() -> place + ": the record of replaced operator's secrets was changed. Run verify-log, and restore a backup."));
        }));
    }

    private boolean isNew() {
        return journal.events(0, 1).items().isEmpty();
    }

    private String text(KeyFileProblem problem) {
        return switch (problem) {
            case KeyFileProblem.Missing missing when !isNew() ->
                missing(missing) + " Another would know none of its API keys.";
            case KeyFileProblem other -> other.text();
        };
    }

    private String missing(KeyFileProblem missing) {
        return missing.text() + ", and the journal in " + place + " was written with one: put a copy of that in its place.";
    }

    private String otherSecret() {
        if (OperatorSecret.open(SecretReplacement.nextTo(file)).exists(next -> SecretReplacement.isOf(next, journal))) {
            return file + " is being replaced, and that was interrupted: run mandate secret rotate again.";
        }
        return SecretRotations.identity(journal)
                .map(replaced -> file + " is not the operator's secret of the journal in " + place
                        + ", which was replaced: put a copy of the new " + file.getFileName() + " in its place.")
                .getOrElse(() -> other(file));
    }

    private String other(Path secret) {
        return secret + " is not what the journal in " + place + " was written with. Put a copy of the journal's " + secret.getFileName()
                + " in its place, or use this one with a journal of its own.";
    }

    private <T> Either<String, T> answered(Supplier<Either<String, T>> work) {
        try {
            return work.get();
        } catch (JournalUnavailableException e) {
            return Either.left(place + ": " + JournalFault.text(e));
        }
    }
}
