package dev.mandate.app.serve;

import dev.mandate.adapters.kms.AnchorFile;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.engine.Engines;
import dev.mandate.engine.access.VaultComparison;
import dev.mandate.engine.access.VaultComparison.Meeting;
import dev.mandate.engine.access.VaultMismatch;
import dev.mandate.engine.audit.AnchorMismatch;
import dev.mandate.engine.audit.AnchoredCheckpoints;
import dev.mandate.engine.audit.AnchoredCheckpoints.Admitted;
import dev.mandate.engine.audit.AnchoredCheckpoints.Consent;
import dev.mandate.engine.journal.AuthenticatedJournal;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.audit.JournalId;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.keys.KeyVault;
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
     * Returns the way to write checkpoints, if the journal is the one of this folder and of {@code vault}. Otherwise nothing is written.
     *
     * @param vault the key vault, which is bound to the journal; none for a command that does not open it
     * @param log receives a line about each consent: what it did, or that there was no need of it
     */
    public Either<String, AnchoredCheckpoints> open(
            OperatorSecret secret, Option<KeyVault> vault, ServerClock clock, SecureRandom random, Set<Consent> consents, Consumer<String> log) {
        Journal authentic = new AuthenticatedJournal(journal, secret.journalMac());
        AnchoredCheckpoints anchored = new AnchoredCheckpoints(
                authentic,
                checkpoints,
                new AnchorFile(dataDir),
                secret.logSigner(),
                clock,
                Engines.ends());
        try {
            return anchored.compare(consents)
                    .mapLeft(this::text)
                    .flatMap(admitted -> compared(vault, authentic, consents)
                            .flatMap(meeting -> secretFile.bind(secret, clock.now()).flatMap(bound -> {
                                anchored.begin(admitted, random);
                                consents.forEach(consent -> log.accept(effect(consent, admitted, meeting)));
                                return bound(vault, authentic).map(id -> anchored);
                            })));
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

    private Either<String, Meeting> compared(Option<KeyVault> vault, JournalReader authentic, Set<Consent> consents) {
        return vault.map(keys -> VaultComparison.compare(keys, authentic, consents))
                .getOrElse(() -> Either.right(Meeting.KNOWN))
                .mapLeft(this::text);
    }

    private Either<String, Option<JournalId>> bound(Option<KeyVault> vault, JournalReader authentic) {
        return vault.map(keys -> VaultComparison.bind(keys, authentic).bimap(this::text, Option::some)).getOrElse(() -> Either.right(Option.none()));
    }

    private String text(VaultMismatch mismatch) {
        return place + ": " + mismatch.text() + ". " + switch (mismatch) {
            case VaultMismatch.OtherJournal other -> adoptVault();
            case VaultMismatch.UnknownKeys keys -> adoptVault();
            case VaultMismatch.OtherFeePayer other -> "Open the journal's own vault, or use this one with a journal of its own";
            case VaultMismatch.Unreadable unreadable -> "Put a copy of the vault in its place";
        };
    }

    private static String adoptVault() {
        return "Give the --store, the --data-dir and the " + Setting.VAULT_DIR.flag() + " that belong together, or restore a backup. If the vault is to be"
                + " that of this journal from now on, start the server once with " + flag(Consent.ADOPT_JOURNAL);
    }

    private static String effect(Consent consent, Admitted admitted, Meeting meeting) {
        Option<String> effect = switch (consent) {
            case ADOPT_JOURNAL -> Option.when(
                    admitted.isFirstMeeting() || meeting == Meeting.ADOPTED, "this journal belongs to this folder and its key vault from now on");
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
