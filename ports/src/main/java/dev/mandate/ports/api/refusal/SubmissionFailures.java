package dev.mandate.ports.api.refusal;

import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.ports.api.custody.PlanRefusal;
import dev.mandate.ports.api.custody.Submission;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.function.Function;

/** Failures of submitted transactions, and of plans whose steps did not all land. */
public final class SubmissionFailures {

    private SubmissionFailures() {}

    /**
     * The failure of {@code submission}.
     *
     * @param programErrorName the account program's name of an error, by its number
     * @return none if it is confirmed
     */
    public static Option<Failure> of(Submission submission, Function<Long, Option<String>> programErrorName) {
        return switch (submission.state()) {
            case Submission.State.Confirmed confirmed -> Option.none();
            case Submission.State.Failed(TransactionFailure why) -> named(submission, because(
                    Failure.of(ErrorCode.TRANSACTION_FAILED, "The transaction landed and failed."), why, Array.empty(), programErrorName)
                    .remedy(new Remedy.BuildAgain()));
            case Submission.State.Expired expired -> named(submission, expired(submission, programErrorName).remedy(new Remedy.BuildAgain()));
            case Submission.State.Built built -> pending(submission);
            case Submission.State.Signed signed -> pending(submission);
            case Submission.State.Sent sent -> pending(submission);
            case Submission.State.Unknown unknown -> pending(submission);
        };
    }

    /** The failure of the step at which a plan stopped, and how many landed before it. */
    public static Failure of(PlanRefusal refusal, Function<Long, Option<String>> programErrorName) {
        Failure failure =
                switch (refusal) {
                    case PlanRefusal.NotTaken(var landed, var why) -> TenantFailures.of(why, programErrorName);
                    case PlanRefusal.NotLanded(var landed, var step) -> of(step, programErrorName)
                            .getOrElseThrow(() -> new IllegalStateException(step.id() + " has landed"));
                };
        return failure.fact("landed", refusal.landed().length());
    }

    private static Failure expired(Submission submission, Function<Long, Option<String>> programErrorName) {
        Failure expired = Failure.of(ErrorCode.TRANSACTION_EXPIRED, "The transaction did not land, and can't any more.");
        return submission.rejection()
                .map(rejection -> because(expired, rejection.failure(), rejection.logs(), programErrorName))
                .getOrElse(expired);
    }

    private static Failure because(
            Failure failure, TransactionFailure why, Seq<String> logs, Function<Long, Option<String>> programErrorName) {
        ChainError reason = ChainFailures.of(why, Option.none(), logs, programErrorName);
        Failure named = Failure.of(failure.code(), failure.message() + " " + reason.message()).fact("chain_error", reason.code());
        return ChainFailures.number(why).fold(() -> named, code -> named.fact("chain_error_number", code));
    }

    private static Option<Failure> pending(Submission submission) {
        return named(submission, Failure.of(
                ErrorCode.CONFIRMATION_PENDING,
                "The transaction was sent and has not landed yet. Repeat this call, or ask for the submission;"
                        + " do not build a new transaction in its place, since this one may still land.")
                .remedy(new Remedy.RepeatSame(Option.none())));
    }

    private static Option<Failure> named(Submission submission, Failure failure) {
        return Option.some(failure.fact("submission_id", submission.id().text())
                .fact("transaction_signature", submission.signature()));
    }
}
