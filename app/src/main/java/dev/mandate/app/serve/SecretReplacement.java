package dev.mandate.app.serve;

import dev.mandate.adapters.kms.AnchorFile;
import dev.mandate.adapters.kms.KeyFileProblem;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.kms.OwnerOnlyFile;
import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.Engines;
import dev.mandate.engine.access.OperatorBinding;
import dev.mandate.engine.access.OperatorIdentity;
import dev.mandate.engine.audit.AnchoredCheckpoints;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.AuditTrust.NotedCheckpoint;
import dev.mandate.engine.audit.LogFinding;
import dev.mandate.engine.audit.LogReport;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.journal.AuthenticatedJournal;
import dev.mandate.engine.rotation.SecretRotations;
import dev.mandate.engine.rotation.SecretRotations.Successor;
import dev.mandate.ports.spi.audit.AnchoredCheckpoint;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.keys.JournalMac;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.store.RecordRewrite;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * Replaces the operator's secret of a data folder and its journal. The journal changes in one transaction. Before it everything is as it was; after it
 * only the new secret, which already lies beside the old one, opens the journal. So a run that was interrupted anywhere is completed by the next one.
 */
public final class SecretReplacement {

    private final Path folder;
    private final Place place;
    private final Consumer<Step> reached;
    private final Path file;
    private final Path next;

    /** The secret in {@code folder}, with which the journal at {@code place} is written. */
    public SecretReplacement(Path folder, Place place) {
        this(folder, place, step -> {});
    }

    /** @param reached is told of each step, after it is on the disk */
    SecretReplacement(Path folder, Place place, Consumer<Step> reached) {
        this.folder = folder;
        this.place = place;
        this.reached = reached;
        this.file = folder.resolve(OperatorSecret.NAME);
        this.next = nextTo(file);
    }

    /** The file of a secret that is to replace the one in {@code file}. It is there during the replacement alone. */
    static Path nextTo(Path file) {
        return file.resolveSibling(OperatorSecret.NEXT);
    }

    /** A journal that no server uses. */
    public interface Place {

        /** Opens it. It exists. */
        Either<StoreProblem, JournalStore> open();

        /** Rewrites it while nobody has it open. */
        Either<StoreProblem, SignedCheckpoint> rewrite(RecordRewrite rewrite);

        /** The name by which an operator knows it. */
        String name();
    }

    /** What is on the disk. */
    enum Step {
        JOURNAL_COVERED,
        NEXT_SECRET_WRITTEN,
        JOURNAL_REWRITTEN,
        ANCHOR_WRITTEN,
        SECRET_WRITTEN
    }

    /**
     * The secret is replaced.
     *
     * @param logKey the public key of checkpoints from now on, in hexadecimal
     * @param checkpoint the last one, as {@code verify-log --checkpoint} takes it
     */
    public record Replaced(String logKey, String checkpoint) {}

    private sealed interface Plan {

        OperatorSecret secret();

        /** The journal is to be rewritten for this secret. */
        record Rewriting(OperatorSecret secret, RecordRewrite rewrite) implements Plan {}

        /** An earlier run has rewritten it. */
        record Rewritten(OperatorSecret secret) implements Plan {}
    }

    /** Replaces the secret, or completes what an earlier run began. Left: why not, in one line. */
    public Either<String, Replaced> run(OperatorName by) {
        if (Files.isSymbolicLink(file)) {
            return Either.left(file + " is a symbolic link, which a new file would replace: run this in the folder of the file itself, or copy it here.");
        }
        try {
            return planned(by).flatMap(plan -> rewritten(plan).flatMap(noted -> rewrittenAsVerified(plan.secret(), noted))
                    .flatMap(last -> completed(plan.secret(), last)));
        } catch (JournalUnavailableException e) {
            return Either.left(place.name() + ": " + JournalFault.text(e));
        }
    }

    private Either<String, Plan> planned(OperatorName by) {
        return place.open().mapLeft(SecretReplacement::text).flatMap(opened -> {
            try (JournalStore store = opened) {
                Option<KeyFileProblem> drafts = new OwnerOnlyFile(file).deleteDrafts();
                if (drafts.isDefined()) {
                    return Either.left(drafts.get().text());
                }
                // Whatever lies beside it is left over: from a run that was completed, or from one that changed nothing.
                if (OperatorSecret.open(file).exists(present -> isOf(present, store.journal()))) {
                    return begun(by, store);
                }
                Either<KeyFileProblem, OperatorSecret> found = OperatorSecret.open(next);
                if (found.isLeft() && !(found.getLeft() instanceof KeyFileProblem.Missing)) {
                    return Either.left(found.getLeft().text());
                }
                return found.exists(secret -> isOf(secret, store.journal()))
                        ? Either.right(new Plan.Rewritten(found.get()))
                        : begun(by, store);
            }
        });
    }

    private static String text(StoreProblem problem) {
        return problem.text() + (problem instanceof StoreProblem.InUse
                ? ": stop all servers, and wait for other commands, before the operator's secret is replaced."
                : "");
    }

    /** The journal was written, or rewritten, with {@code secret}. */
    static boolean isOf(OperatorSecret secret, JournalReader journal) {
        return OperatorBinding.of(journal).contains(OperatorIdentity.of(secret.tokenHash()));
    }

    private Either<String, Plan> begun(OperatorName by, JournalStore store) {
        ServerClock clock = clock(store);
        JournalOfFolder journal = new JournalOfFolder(folder, store.journal(), store.checkpoints(), place.name());
        return journal.secretFile().open().flatMap(present -> journal
                .open(present, Option.none(), clock, new SecureRandom(), HashSet.empty(), line -> {})
                .flatMap(anchored -> journal.secretFile().creationSecret(present, clock.now()).map(creation -> anchored))
                .flatMap(anchored -> verified(store, present, clock).map(report -> anchored))
                .flatMap(anchored -> {
                    SignedCheckpoint last = covered(anchored, store);
                    return madeAnew(present)
                            .peek(secret -> reached.accept(Step.NEXT_SECRET_WRITTEN))
                            .map(secret -> rewriting(by, store, present, secret, last, clock.now()));
                }));
    }

    /** The next secret. Nobody has read it before, unlike one that an earlier run may have left. */
    private Either<String, OperatorSecret> madeAnew(OperatorSecret present) {
        // Where the file cannot be replaced, a mount say, that must be known before the journal is rewritten.
        return present.replaceIn(file)
                .orElse(() -> new OwnerOnlyFile(next).delete())
                .<Either<KeyFileProblem, OperatorSecret>>map(Either::left)
                .getOrElse(() -> OperatorSecret.openOrCreate(next))
                .mapLeft(KeyFileProblem::text);
    }

    /** Otherwise a record that was edited before would get a right MAC. What is edited from now on, {@link #rewrittenAsVerified} finds. */
    private Either<String, LogReport> verified(JournalStore store, OperatorSecret present, ServerClock clock) {
        LogReport report = report(store, present, Option.none(), clock);
        return report.findings().headOption()
                .<Either<String, LogReport>>map(first -> Either.left("The secret is not replaced: " + first.text() + ". Run verify-log."))
                .getOrElse(() -> Either.right(report));
    }

    /**
     * Returns the last checkpoint, which {@code secret} has signed. The present secret stays in its place until the whole journal is right under the new
     * one, so no server starts before.
     */
    private Either<String, SignedCheckpoint> rewrittenAsVerified(OperatorSecret secret, Option<NotedCheckpoint> noted) {
        return place.open().mapLeft(SecretReplacement::text).flatMap(opened -> {
            try (JournalStore store = opened) {
                return secret.knowing(SecretRotations.replaced(store.journal()))
                        .toEither("the record of replaced operator's secrets was changed")
                        .flatMap(knowing -> {
                            LogReport report = report(store, knowing, noted, clock(store));
                            return report.findings().headOption().map(LogFinding::text).toEither(() -> report.lastCheckpoint().get()).swap();
                        })
                        .mapLeft(finding -> "The journal is rewritten, but not as it was verified: " + finding
                                + ". Run mandate secret rotate again. If that finds it too, restore the backup of before.");
            }
        });
    }

    private LogReport report(JournalStore store, OperatorSecret secret, Option<NotedCheckpoint> noted, ServerClock clock) {
        AuditTrust trust = new AuditTrust(
                Option.some(secret.logSigner().key()), Option.some(secret.journalMac()), noted, new AnchorFile(folder).read());
        return LogVerifier.verify(store.audit(), Engines.projections(), trust, clock);
    }

    private static ServerClock clock(JournalStore store) {
        return ServerClock.of(store.clock().getOrElse(InstantSource::system));
    }

    private SignedCheckpoint covered(AnchoredCheckpoints anchored, JournalStore store) {
        anchored.secure();
        reached.accept(Step.JOURNAL_COVERED);
        return store.checkpoints().latest().get();
    }

    private static Plan rewriting(
            OperatorName by, JournalStore store, OperatorSecret present, OperatorSecret secret, SignedCheckpoint last, UnixTime now) {
        JournalMac mac = present.journalMac();
        Successor successor = new Successor(
                by,
                OperatorIdentity.of(secret.tokenHash()).tokenMark(),
                secret.journalMac(),
                secret.logSigner(),
                secret.replacing(present, last.checkpoint().position(), now));
        return new Plan.Rewriting(
                secret, SecretRotations.replacing(new AuthenticatedJournal(store.journal(), mac), mac, last, successor));
    }

    /** The checkpoint that covers the journal since this run has rewritten it; none if an earlier run has. */
    private Either<String, Option<NotedCheckpoint>> rewritten(Plan plan) {
        return switch (plan) {
            case Plan.Rewriting(var secret, RecordRewrite rewrite) ->
                place.rewrite(rewrite)
                        .peek(done -> reached.accept(Step.JOURNAL_REWRITTEN))
                        .<Option<NotedCheckpoint>>map(done ->
                                Option.some(new NotedCheckpoint(done.checkpoint().number(), done.checkpoint().hash())))
                        // Nothing was changed, so the next run may begin anew.
                        .mapLeft(problem -> new OwnerOnlyFile(next).delete().map(KeyFileProblem::text).getOrElse(() -> text(problem)));
            case Plan.Rewritten(var secret) -> Either.right(Option.none());
        };
    }

    private Either<String, Replaced> completed(OperatorSecret secret, SignedCheckpoint checkpoint) {
        AnchorFile anchor = new AnchorFile(folder);
        AnchoredCheckpoint remembered = AnchoredCheckpoint.of(checkpoint.checkpoint(), HashMap.of(SecretRotations.KIND, 1L));
        anchor.read().forEach(there -> {
            var unused = anchor.update(before -> before.getOrElse(there).with(remembered, HashMap.empty()).signedBy(checkpoint.key()));
            reached.accept(Step.ANCHOR_WRITTEN);
        });
        return secret.replaceIn(file)
                .orElse(() -> {
                    reached.accept(Step.SECRET_WRITTEN);
                    return new OwnerOnlyFile(next).delete();
                })
                .map(KeyFileProblem::text)
                .toEither(() -> new Replaced(
                        hex(checkpoint.key().toArray()),
                        checkpoint.checkpoint().number() + ":" + hex(checkpoint.checkpoint().hash().toArray())))
                .swap();
    }

    private static String hex(byte[] bytes) {
        return Bytes.of(bytes).toHex();
    }
}
