package dev.mandate.ports.api.throwing;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.explain.Explanation;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.KnownLimits;
import dev.mandate.ports.api.custody.LimitView;
import dev.mandate.ports.api.custody.PlanRefusal;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SignatureGiven;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.Recording;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.TokenBalance;
import dev.mandate.ports.api.custody.TransactionPage;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.custody.TransactionView;
import dev.mandate.ports.spi.keys.TransactionSigner;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.ports.api.refusal.SubmissionFailures;
import dev.mandate.ports.api.refusal.TenantFailures;
import dev.mandate.ports.api.transfer.TransferPage;
import dev.mandate.ports.api.transfer.TransferQuery;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * {@link Custody} for hosts that throw: the same calls, whose refusals are a {@link RefusedException}. Every method throws it. Safe from any
 * thread.
 */
public final class ThrowingCustody {

    private final Custody custody;

    /** The same calls as {@code custody}. */
    public ThrowingCustody(Custody custody) {
        this.custody = Objects.requireNonNull(custody, "custody");
    }

    /** As {@link Custody#build}. */
    public TransactionPlan build(BuildRequest request) {
        return built(custody.build(request));
    }

    /** As {@link Custody#validate}. */
    public TransactionPlan validate(BuildRequest request) {
        return built(custody.validate(request));
    }

    /** As {@link Custody#register}. */
    public AccountRef register(SettingsAddress settingsAddress) {
        return built(custody.register(settingsAddress));
    }

    /** As {@link Custody#inspect}. */
    public AccountRef inspect(SettingsAddress settingsAddress) {
        return built(custody.inspect(settingsAddress));
    }

    /** As {@link Custody#account}. */
    public AccountView account(Address account) {
        return built(custody.account(account));
    }

    /** As {@link Custody#transaction}. */
    public TransactionView transaction(Address account, long index) {
        return built(custody.transaction(account, index));
    }

    /** As {@link Custody#recording}. */
    public Optional<Recording> recording(Address account, long index) {
        return built(custody.recording(account, index)).toJavaOptional();
    }

    /** As {@link Custody#explain(Bytes)}. */
    public Explanation explain(Bytes transaction) {
        return built(custody.explain(transaction));
    }

    /** As {@link Custody#explain(Address, long)}. */
    public Explanation explain(Address account, long index) {
        return built(custody.explain(account, index));
    }

    /** As {@link Custody#transactions}. */
    public TransactionPage transactions(Address account, OptionalLong before, int limit) {
        return built(custody.transactions(account, before, limit));
    }

    /** As {@link Custody#balances}. */
    public List<TokenBalance> balances(Address account) {
        return built(custody.balances(account)).asJava();
    }

    /** As {@link Custody#transfers}. */
    public TransferPage transfers(Address account, TransferQuery query) {
        return built(custody.transfers(account, query));
    }

    /** As {@link Custody#limits}. */
    public List<LimitView> limits(Address account) {
        return built(custody.limits(account)).asJava();
    }

    /** As {@link Custody#knownLimits}. */
    public KnownLimits knownLimits(Address account, Iterable<Address> named) {
        return built(custody.knownLimits(account, Array.ofAll(Objects.requireNonNull(named, "named"))));
    }

    /** As {@link Custody#submit(Address, Bytes, Iterable, Retry)}. */
    public Submission submit(Address account, Bytes transaction, Iterable<SignatureGiven> signatures, Retry retry) {
        return submitted(custody.submit(account, transaction, signatures, retry));
    }

    /** As {@link Custody#submit(Address, Bytes, IdempotencyKey)}. */
    public Submission submit(Address account, Bytes transaction, IdempotencyKey key) {
        return submitted(custody.submit(account, transaction, key));
    }

    /**
     * As {@link Custody#submitAll}. The fact {@code landed} of the failure is the number of steps that landed. If the signer failed, its exception is
     * the cause.
     */
    public List<Submission> submitAll(TransactionPlan plan, TransactionSigner signer, IdempotencyKey key) {
        return custody.submitAll(plan, signer, key)
                .getOrElseThrow(why -> new RefusedException(SubmissionFailures.of(why, custody::programErrorName), cause(why)))
                .asJava();
    }

    /** As {@link Custody#submission}. */
    public Optional<Submission> submission(SubmissionId id) {
        return custody.submission(id).toJavaOptional();
    }

    /** As {@link Custody#submissionOf}. */
    public Optional<Submission> submissionOf(Bytes transaction) {
        return submitted(custody.submissionOf(Option.none(), transaction)).toJavaOptional();
    }

    /** As {@link Custody#awaitFinal}. */
    public Optional<Submission> awaitFinal(SubmissionId id) {
        return custody.awaitFinal(id).toJavaOptional();
    }

    private static <T> T built(Either<BuildRefusal, T> result) {
        return result.getOrElseThrow(why -> new RefusedException(BuildFailures.of(why), Option.none()));
    }

    private <T> T submitted(Either<SubmissionRefusal, T> result) {
        return result.getOrElseThrow(why -> new RefusedException(TenantFailures.of(why, custody::programErrorName), cause(why)));
    }

    private static Option<Throwable> cause(PlanRefusal refusal) {
        return refusal instanceof PlanRefusal.NotTaken(var landed, var why) ? cause(why) : Option.none();
    }

    private static Option<Throwable> cause(SubmissionRefusal refusal) {
        return refusal instanceof SubmissionRefusal.VaultSilent(VaultFault.Unavailable(var detail, var cause)) ? cause : Option.none();
    }
}
