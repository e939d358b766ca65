package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.PlanRefusal;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SignatureGiven;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.SubmitRequest;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.keys.TransactionSigner;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;

/** The submissions of a tenant, as {@link dev.mandate.ports.api.custody.Custody} offers them. */
public final class Submissions {

    /** How long the answer under an idempotency key is kept. */
    private static final Duration KEPT = Duration.ofDays(30);

    private final SubmissionParts parts;
    private final SubmissionAdmission admission;

    public Submissions(SubmissionParts parts) {
        this.parts = parts;
        this.admission = new SubmissionAdmission(parts);
    }

    /**
     * What submitting a transaction reads of it.
     *
     * @param ofSigner the row about one of its signers
     */
    public Array<RowKey> rows(Bytes transaction, Function<Address, RowKey> ofSigner) {
        return parts.engine().format().parse(transaction)
                .map(parsed -> parsed.signers().map(ofSigner).prepend(parts.book().key(parts.book().id(parsed.message()))))
                .getOrElse(Array.empty());
    }

    public Either<SubmissionRefusal, Submission> submit(SubmitRequest request, Retry retry) {
        return own(request.account(), request.transaction())
                .fold(unknown -> admission.ofUnknownAccount(request, retry, unknown), own -> admission.take(own, request, retry))
                .map(this::shown);
    }

    public Either<SubmissionRefusal, Submission> submit(Address account, Bytes transaction, IdempotencyKey key) {
        return submit(
                SubmitRequest.of(account, transaction), named("submit", key.text(), account + " " + admission.id(transaction)));
    }

    public Either<PlanRefusal, Array<Submission>> submitAll(
            TransactionPlan plan, TransactionSigner signer, IdempotencyKey key) {
        Array<Submission> landed = Array.empty();
        for (int position = 0; position < plan.steps().length(); position++) {
            int place = position;
            Either<SubmissionRefusal, Submission> taken = parts.engine().request(() -> submit(plan, place, signer, key));
            if (taken.isLeft()) {
                return Either.left(new PlanRefusal.NotTaken(landed, taken.getLeft()));
            }
            Submission step = parts.engine().request(() -> awaitFinal(taken.get().id())).getOrElse(taken.get());
            if (!(step.state() instanceof Submission.State.Confirmed)) {
                return Either.left(new PlanRefusal.NotLanded(landed, step));
            }
            landed = landed.append(step);
        }
        return Either.right(landed);
    }

    /**
     * Submits the step at {@code position}, unless a step was submitted there under the same key. Then that submission counts, even if its
     * bytes differ because the plan was built again. So no step is submitted twice, and nothing is signed that will not be sent.
     */
    private Either<SubmissionRefusal, Submission> submit(
            TransactionPlan plan, int position, TransactionSigner signer, IdempotencyKey key) {
        Step step = plan.steps().get(position);
        Address account = plan.account().address();
        BuildRequest asked = plan.request();
        Retry retry = named(
                "step",
                key + "/" + position,
                "%s of %s: %s %s".formatted(step.kind(), plan.steps().length(), asked, asked.transactionBytes().toHex()));
        SubmitRequest request = SubmitRequest.of(account, step.unsigned().transaction()).acknowledging(asked.options().acknowledged());
        return admission.earlier(retry)
                .getOrElse(() -> own(account, request.transaction())
                        .fold(
                                unknown -> admission.ofUnknownAccount(request, retry, unknown),
                                own -> parts.accounts()
                                        .actingAt(account)
                                        .<SubmissionRefusal>mapLeft(SubmissionRefusal.NotAsked::new)
                                        .flatMap(free -> signatures(signer, step))
                                        .flatMap(signed -> admission.take(own, request.signed(signed), retry))))
                .map(this::shown);
    }

    /** Waits for the signer. An interrupt ends the wait; the thread stays interrupted. */
    private static Either<SubmissionRefusal, Array<SignatureGiven>> signatures(TransactionSigner signer, Step step) {
        try {
            // A signer that throws, or answers null, fails as its stage does: the signer is the host's code.
            return Either.right(Array.ofAll(CompletableFuture.completedFuture(step.unsigned())
                            .thenCompose(signer::sign)
                            .thenApply(Map::copyOf)
                            .get()
                            .entrySet())
                    .map(signed -> new SignatureGiven(signed.getKey(), signed.getValue())));
        } catch (ExecutionException e) {
            return Either.left(unsigned("the signer failed: " + e.getCause(), Option.of(e.getCause())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Either.left(unsigned("interrupted while the signer signed", Option.some(e)));
        }
    }

    private static SubmissionRefusal unsigned(String why, Option<Throwable> cause) {
        return new SubmissionRefusal.VaultSilent(new VaultFault.Unavailable(why, cause));
    }

    public Option<Submission> submission(SubmissionId id) {
        return find(id).map(this::settled).map(SubmissionViews::view);
    }

    public Either<SubmissionRefusal, Option<Submission>> submissionOf(Option<Address> account, Bytes transaction) {
        return admission.find(account, transaction).map(found -> found.map(this::driven));
    }

    public Option<Submission> awaitFinal(SubmissionId id) {
        return find(id)
                .map(taken -> onRecord(() -> parts.driver().drive(taken, parts.engine().settings().waits().confirmation()).record(), taken))
                .map(this::settled)
                .map(SubmissionViews::view);
    }

    private Option<SubmissionRecord> find(SubmissionId id) {
        return parts.book()
                .find(id);
    }

    private Submission driven(SubmissionRecord taken) {
        return shown(onRecord(() -> parts.driver().drive(taken).record(), taken));
    }

    private Submission shown(SubmissionRecord driven) {
        return SubmissionViews.view(settled(driven));
    }

    /** The same. What depends on its end is settled at once, so that who sees the end sees that too. If it cannot be, workers do it. */
    private SubmissionRecord settled(SubmissionRecord record) {
        return record.state() instanceof SubmissionState.Final
                ? onRecord(
                        () -> {
                            var unused = parts.settling().settle(record);
                            return record;
                        },
                        record)
                : record;
    }

    /** Records the account that the submission has created as the tenant's. Until then it was only built. */
    public void claimIfCreated(SubmissionRecord record) {
        Address account = record.subject().account();
        if (record.state() instanceof SubmissionState.Confirmed confirmed && parts.accounts().recorded().find(account).isEmpty()) {
            admission.created(account, confirmed.transaction().bytes()).forEach(parts.accounts()::claim);
        }
    }

    /**
     * The result of {@code drive}, or {@code recorded} if it met a fault. The record exists, so the caller must not get an error and order it
     * again. Workers continue; if the fault persists, they meet it too and report it to the operator.
     */
    public static <T> T onRecord(Supplier<T> drive, T recorded) {
        try {
            return drive.get();
        } catch (RuntimeException leftToWorkers) {
            return recorded;
        }
    }

    /** The tenant's account, or the one that the transaction creates. */
    private Either<SubmissionRefusal, AccountRef> own(Address account, Bytes transaction) {
        return parts.accounts()
                .ref(account)
                .orElse(() -> admission.created(account, transaction)
                        .toEither(() -> new BuildRefusal.UnknownAccount(account)))
                .mapLeft(SubmissionRefusal.NotAsked::new);
    }

    private Retry named(String what, String key, String request) {
        return new Retry.Named(
                new RequestKey(what + "/" + parts.engine().tenant() + "/" + parts.engine().network(), key),
                Sha256.of(request),
                parts.engine().clock().now().plusSeconds(KEPT.toSeconds()));
    }
}
