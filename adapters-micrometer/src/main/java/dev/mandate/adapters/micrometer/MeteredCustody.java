package dev.mandate.adapters.micrometer;

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
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.SubmitRequest;
import dev.mandate.ports.api.custody.TokenBalance;
import dev.mandate.ports.api.custody.TransactionPage;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.custody.Recording;
import dev.mandate.ports.api.custody.TransactionView;
import dev.mandate.ports.spi.keys.TransactionSigner;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.SubmissionFailures;
import dev.mandate.ports.api.refusal.TenantFailures;
import dev.mandate.ports.api.throwing.ThrowingCustody;
import dev.mandate.ports.api.transfer.TransferPage;
import dev.mandate.ports.api.transfer.TransferQuery;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Measures each call of a {@link Custody} in the registry of the host: the timer {@code mandate.custody} with the tags {@code call} and {@code
 * outcome}. The outcome is {@code ok}, the code of the refusal, or {@code exception}. Tags hold no address and no tenant.
 */
public final class MeteredCustody implements Custody {

    private final Custody custody;
    private final MeterRegistry meters;

    public MeteredCustody(Custody custody, MeterRegistry meters) {
        this.custody = Objects.requireNonNull(custody, "custody");
        this.meters = Objects.requireNonNull(meters, "meters");
    }

    /** The same calls with refusals as exceptions. */
    public ThrowingCustody orThrow() {
        return new ThrowingCustody(this);
    }

    @Override
    public Either<BuildRefusal, TransactionPlan> build(BuildRequest request) {
        return built("build", () -> custody.build(request));
    }

    @Override
    public Either<BuildRefusal, TransactionPlan> validate(BuildRequest request) {
        return built("validate", () -> custody.validate(request));
    }

    @Override
    public Either<BuildRefusal, AccountRef> register(SettingsAddress settingsAddress) {
        return built("register", () -> custody.register(settingsAddress));
    }

    @Override
    public Either<BuildRefusal, AccountRef> inspect(SettingsAddress settingsAddress) {
        return built("inspect", () -> custody.inspect(settingsAddress));
    }

    @Override
    public Either<BuildRefusal, AccountView> account(Address account) {
        return built("account", () -> custody.account(account));
    }

    @Override
    public Either<BuildRefusal, TransactionView> transaction(Address account, long index) {
        return built("transaction", () -> custody.transaction(account, index));
    }

    @Override
    public Either<BuildRefusal, Option<Recording>> recording(Address account, long index) {
        return built("recording", () -> custody.recording(account, index));
    }

    @Override
    public Either<BuildRefusal, Explanation> explain(Bytes transaction) {
        return built("explain", () -> custody.explain(transaction));
    }

    @Override
    public Either<BuildRefusal, Explanation> explain(Address account, long index) {
        return built("explain", () -> custody.explain(account, index));
    }

    @Override
    public Either<BuildRefusal, TransactionPage> transactions(Address account, OptionalLong before, int limit) {
        return built("transactions", () -> custody.transactions(account, before, limit));
    }

    @Override
    public Either<BuildRefusal, Seq<TokenBalance>> balances(Address account) {
        return built("balances", () -> custody.balances(account));
    }

    @Override
    public Either<BuildRefusal, TransferPage> transfers(Address account, TransferQuery query) {
        return built("transfers", () -> custody.transfers(account, query));
    }

    @Override
    public Either<BuildRefusal, Seq<LimitView>> limits(Address account) {
        return built("limits", () -> custody.limits(account));
    }

    @Override
    public Either<BuildRefusal, KnownLimits> knownLimits(Address account, Seq<Address> named) {
        return built("limits", () -> custody.knownLimits(account, named));
    }

    @Override
    public Either<SubmissionRefusal, Submission> submit(SubmitRequest request, Retry retry) {
        return submitted("submit", () -> custody.submit(request, retry));
    }

    @Override
    public Either<SubmissionRefusal, Submission> submit(Address account, Bytes transaction, IdempotencyKey key) {
        return submitted("submit", () -> custody.submit(account, transaction, key));
    }

    @Override
    public Either<PlanRefusal, Array<Submission>> submitAll(TransactionPlan plan, TransactionSigner signer, IdempotencyKey key) {
        return timed("submit-all", () -> custody.submitAll(plan, signer, key), refused(why -> SubmissionFailures.of(why, custody::programErrorName)));
    }

    @Override
    public Option<Submission> submission(SubmissionId id) {
        return timed("submission", () -> custody.submission(id), found -> "ok");
    }

    @Override
    public Either<SubmissionRefusal, Option<Submission>> submissionOf(Option<Address> account, Bytes transaction) {
        return submitted("submission-of", () -> custody.submissionOf(account, transaction));
    }

    @Override
    public Option<Submission> awaitFinal(SubmissionId id) {
        return timed("await-final", () -> custody.awaitFinal(id), found -> "ok");
    }

    private <T> Either<BuildRefusal, T> built(String call, Supplier<Either<BuildRefusal, T>> made) {
        return timed(call, made, refused(BuildFailures::of));
    }

    private <T> Either<SubmissionRefusal, T> submitted(String call, Supplier<Either<SubmissionRefusal, T>> made) {
        return timed(call, made, refused(why -> TenantFailures.of(why, custody::programErrorName)));
    }

    private static <R, T> Function<Either<R, T>, String> refused(Function<R, Failure> failure) {
        return result -> result.fold(why -> failure.apply(why).code().word(), fine -> "ok");
    }

    private <T> T timed(String call, Supplier<T> made, Function<T, String> outcome) {
        Timer.Sample sample = Timer.start(meters);
        String ended = "exception";
        try {
            T result = made.get();
            ended = outcome.apply(result);
            return result;
        } finally {
            sample.stop(Timer.builder("mandate.custody")
                    .description("Calls of the engine, by call and outcome")
                    .tag("call", call)
                    .tag("outcome", ended)
                    .register(meters));
        }
    }

    @Override
    public Option<String> programErrorName(long code) {
        return custody.programErrorName(code);
    }
}
