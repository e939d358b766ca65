package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.RequestLimits;
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
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.TenantFailures;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import tools.jackson.databind.node.ObjectNode;

/** Submits signed transactions and reads their submissions. */
final class SubmissionEndpoints {

    private SubmissionEndpoints() {}

    static Array<Endpoint> all(TenantEndpoints service) {
        return Array.of(
                service.of(Method.POST, "/api/v1/smart-accounts/{address}/submit", Scope.SUBMIT, SubmissionEndpoints::submit),
                service.get("/api/v1/submissions/{id}", SubmissionEndpoints::one));
    }

    /** Accepts a transaction. Status 202 means that it is pending: its submission shows the result. */
    private static Either<Failure, Answer> submit(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        Option<Address> account = reading.account();
        Option<Bytes> transaction = reading.body().required("transaction", Shapes.BASE64);
        Option<Array<SubmittedPayload>> payloads =
                reading.body().optional("kms_payloads", Shapes.list(Shapes.object(SubmittedPayload::read), RequestLimits.KMS_PAYLOADS));
        Option<Retry> retry = reading.retry();
        Set<GiveawayWarning.Code> acknowledged = BuilderCall.acknowledged(reading.query());
        Either<Failure, Answer> answer = reading.decide(() -> GivenSignatures.of(at, payloads.getOrElse(Array::empty))
                .flatMap(given -> at.service()
                        .submit(
                                SubmitRequest.of(account.get(), transaction.get())
                                        .signed(given.signatures())
                                        .approved(given.approvals())
                                        .acknowledging(acknowledged),
                                retry.get())
                        .mapLeft(refusal -> TenantFailures.of(given.placed(refusal), at.service()::programErrorName)))
                .map(submission -> answered(at, submission)));
        return answer.isLeft() && at.place().isRight() && saysNeverSent(answer.getLeft())
                ? transaction.flatMap(at.custody()::submissionOf)
                        .<Either<Failure, Answer>>map(taken -> Either.right(answered(at, taken)))
                        .getOrElse(answer)
                : answer;
    }

    /**
     * After such an answer a client may build another transaction. So an accepted transaction never gets it, however malformed the
     * repeated request is.
     */
    private static boolean saysNeverSent(Failure failure) {
        int status = Status.of(failure.code());
        return status == 400 || status == 422;
    }

    private static Answer answered(TenantCall at, Submission submission) {
        return Answer.of(status(submission), view(at, submission));
    }

    private static ObjectNode view(TenantCall at, Submission submission) {
        return SubmissionObjects.submission(submission, at.service()::programErrorName);
    }

    private static Either<Failure, Answer> one(TenantCall at) {
        return RequestReader.of(at).decide(() -> known(at).map(submission -> Answer.ok(view(at, submission))));
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
