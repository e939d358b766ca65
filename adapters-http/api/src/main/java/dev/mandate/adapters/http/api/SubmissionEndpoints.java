package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.RequestLimits;
import dev.mandate.adapters.http.codec.ExplanationObjects;
import dev.mandate.adapters.http.codec.SubmissionObjects;
import dev.mandate.adapters.http.codec.SubmittedPayload;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.error.Status;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.ports.api.custody.SubmitRequest;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.TenantFailures;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** Submits signed transactions and reads their submissions. */
final class SubmissionEndpoints {

    private SubmissionEndpoints() {}

    static Array<Endpoint> all(TenantEndpoints service) {
        return Array.of(
                service.of(Method.POST, "/api/v1/smart-accounts/{address}/submit", Scope.SUBMIT, SubmissionEndpoints::submit),
                service.get("/api/v1/submissions/{id}", SubmissionEndpoints::one),
                service.get("/api/v1/submissions", SubmissionEndpoints::list));
    }

    /** The interface has a list, which is not kept here: a client learns that the path is right. */
    private static Either<Failure, Answer> list(TenantCall at) {
        return Either.left(Failure.of(
                ErrorCode.NOT_OFFERED, "This server does not list submissions. Read one by its id, or all as events of the types submission.*."));
    }

    /** Accepts a transaction. Status 202 means that it is pending: its submission shows the result. */
    private static Either<Failure, Answer> submit(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        Option<Address> account = reading.account();
        Option<Bytes> transaction = reading.body().required("transaction", Shapes.BASE64);
        Option<Array<SubmittedPayload>> payloads =
                reading.body().optional("kms_payloads", Shapes.list(Shapes.object(SubmittedPayload::read).named("SignaturePayload"), RequestLimits.KMS_PAYLOADS));
        Option<Retry> retry = reading.retry();
        Set<GiveawayWarning.Code> acknowledged = BuilderCall.acknowledged(reading.query());
        Function<Failure, Either<Failure, Answer>> unlessSubmitted = failure -> unlessSubmitted(at, account, transaction, failure);
        return reading.decide(
                () -> GivenSignatures.of(at, payloads.getOrElse(Array::empty))
                        .fold(unlessSubmitted, given -> at.service()
                                .submit(
                                        SubmitRequest.of(account.get(), transaction.get())
                                                .signed(given.signatures())
                                                .approved(given.approvals())
                                                .acknowledging(acknowledged),
                                        retry.get())
                                .mapLeft(refusal -> failure(at, given.placed(refusal)))
                                .map(submission -> answered(at, submission))),
                unlessSubmitted);
    }

    /**
     * {@code failure}, unless the transaction was submitted before or has landed. After an answer of 400 or 422 a client may build another transaction,
     * so such a transaction never gets it, however malformed the repeated request is.
     */
    private static Either<Failure, Answer> unlessSubmitted(
            TenantCall at, Option<Address> account, Option<Bytes> transaction, Failure failure) {
        int status = Status.of(failure.code());
        return transaction.filter(read -> at.place().isRight() && (status == 400 || status == 422))
                .map(read -> at.custody()
                        .submissionOf(account, read)
                        .mapLeft(refusal -> failure(at, refusal))
                        .flatMap(found -> found.toEither(failure))
                        .map(submission -> answered(at, submission)))
                .getOrElse(Either.left(failure));
    }

    private static Failure failure(TenantCall at, SubmissionRefusal refusal) {
        return TenantFailures.of(refusal, at.service()::programErrorName);
    }

    private static Answer answered(TenantCall at, Submission submission) {
        return Answer.of(status(submission), view(at, submission));
    }

    private static ObjectNode view(TenantCall at, Submission submission) {
        return SubmissionObjects.submission(submission, at.service()::programErrorName);
    }

    private static Either<Failure, Answer> one(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        boolean explain = reading.query().flag("explain");
        return reading.decide(() -> known(at).map(submission -> Answer.ok(explain ? explained(at, submission) : view(at, submission))));
    }

    /** Content that was closed since is not there to be explained. */
    private static ObjectNode explained(TenantCall at, Submission submission) {
        return view(at, submission).set("content", at.custody()
                .explain(submission.transaction())
                .map(ExplanationObjects::explanation)
                .getOrNull());
    }

    private static Either<Failure, Submission> known(TenantCall at) {
        return SubmissionId.parse(at.call().variable("id"))
                .flatMap(at.custody()::submission)
                .toEither(() -> Failure.at(
                        "id", ServerCode.UNKNOWN_SUBMISSION, "No such submission of yours is known on this network."));
    }

    private static int status(Submission submission) {
        return switch (submission.state()) {
            case Submission.State.Built built -> 202;
            case Submission.State.Signed signed -> 202;
            case Submission.State.Sent sent -> 202;
            case Submission.State.Unknown unknown -> 202;
            case Submission.State.Confirmed confirmed -> 200;
            case Submission.State.Failed failed -> 200;
            case Submission.State.Expired expired -> 200;
        };
    }
}
