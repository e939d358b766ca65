package dev.mandate.app.serve;

import dev.mandate.adapters.kms.AnchorFile;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.engine.Engines;
import dev.mandate.engine.audit.AnchorMismatch;
import dev.mandate.engine.audit.AnchoredCheckpoints;
import dev.mandate.engine.audit.AnchoredCheckpoints.Admitted;
import dev.mandate.engine.audit.AnchoredCheckpoints.Consent;
import dev.mandate.engine.journal.AuthenticatedJournal;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The journal that belongs to a data folder: the one that was written with the folder's secret, and that has everything which the folder's anchor
 * remembers. Each problem is described in one line.
 */
public final class JournalOfFolder {

    private final Path dataDir;
    private final Journal journal;
    private final CheckpointLog checkpoints;
    private final String place;
    private final OperatorSecretFile secretFile;

    /**
     * A journal that is opened for a folder.
     *
     * @param journal without MACs
     * @param place the name by which an operator knows the journal
     */
    public JournalOfFolder(Path dataDir, Journal journal, CheckpointLog checkpoints, String place) {
        this.dataDir = dataDir;
        this.journal = journal;
        this.checkpoints = checkpoints;
        this.place = place;
        this.secretFile = new OperatorSecretFile(dataDir, journal, place);
    }

    /** Returns the folder's secret. */
    public OperatorSecretFile secretFile() {
        return secretFile;
    }

    /**
     * Returns the way to write checkpoints, if the journal is the one of this folder. Otherwise nothing is written.
     *
     * @param log receives a line about each consent: what it did, or that there was no need of it
     */
    public Either<String, AnchoredCheckpoints> open(
            OperatorSecret secret, ServerClock clock, SecureRandom random, Set<Consent> consents, Consumer<String> log) {
        AnchoredCheckpoints anchored = new AnchoredCheckpoints(
                new AuthenticatedJournal(journal, secret.journalMac()),
                checkpoints,
                new AnchorFile(dataDir),
                secret.logSigner(),
                clock,
                Engines.ends());
        try {
            return anchored.compare(consents)
                    .mapLeft(this::text)
                    .flatMap(admitted -> secretFile.bind(secret, clock.now()).map(bound -> {
                        anchored.begin(admitted, random);
                        consents.forEach(consent -> log.accept(effect(consent, admitted)));
                        return anchored;
                    }));
        } catch (JournalUnavailableException e) {
            return Either.left("the journal in " + place + " can't be used: " + e.getMessage());
        }
    }

    private String text(AnchorMismatch mismatch) {
        return place + ": " + mismatch.text() + ". " + switch (mismatch) {
            case AnchorMismatch.EmptyJournal empty -> adopt();
            case AnchorMismatch.OtherJournal other -> adopt();
            case AnchorMismatch.OlderJournal older ->
                "Put the newest state of the journal in its place, or start once with " + flag(Consent.ACCEPT_LOST_COMMITS)
                        + ", which takes the journal as it is; docs/postgresql.md says what that costs";
            case AnchorMismatch.AcceptedLoss accepted -> "Start the server again";
            case AnchorMismatch.EventMissing missing -> "Restore a backup";
        };
    }

    private static String effect(Consent consent, Admitted admitted) {
        Option<String> effect = switch (consent) {
            case ADOPT_JOURNAL -> Option.when(admitted.isFirstMeeting(), "this journal belongs to this folder from now on");
            case ACCEPT_LOST_COMMITS -> admitted.lost().map(lost -> "accepted: " + lost.text());
        };
        return effect.getOrElse(() -> flag(consent) + " had no effect: start without it");
    }

    private String adopt() {
        return "Give the --store and the --data-dir that belong together, or restore a backup. If this is to be the journal of " + dataDir
                + " from now on, start the server once with " + flag(Consent.ADOPT_JOURNAL);
    }

    /** Returns the flag of {@code mandate serve} by which an operator gives a consent. */
    static String flag(Consent consent) {
        return "--" + consent.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
