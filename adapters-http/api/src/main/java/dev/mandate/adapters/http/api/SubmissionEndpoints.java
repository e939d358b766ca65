package dev.mandate.adapters.http.api;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.mandate.adapters.http.codec.RequestLimits;
import dev.mandate.adapters.http.codec.SubmittedPayload;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.error.Status;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Dialect;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.Shape;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.ports.custody.SubmitRequest;
import dev.mandate.ports.custody.Retry;
import dev.mandate.ports.custody.Submission;
import dev.mandate.ports.custody.SubmissionId;
import dev.mandate.ports.refusal.ChainError;
import dev.mandate.ports.refusal.ChainFailures;
import dev.mandate.ports.refusal.Failure;
import dev.mandate.ports.refusal.SubmissionFailures;
import dev.mandate.ports.refusal.TenantFailures;
import dev.mandate.ports.refusal.RefusalText;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import tools.jackson.databind.node.ObjectNode;

/** Submits signed transactions and reads their submissions. */
final class SubmissionEndpoints {

    private final TenantEndpoints service;

    SubmissionEndpoints(TenantEndpoints service) {
        this.service = service;
    }

    Array<Endpoint> neutral() {
        return Array.of(
                service.of(
                        Method.POST,
                        "/api/v1/smart-accounts/{address}/submit",
                        Scope.SUBMIT,
                        Dialect.NEUTRAL,
                        at -> submit(at, Unknown.REFUSED)),
                service.get("/api/v1/submissions/{id}", SubmissionEndpoints::one));
    }

    /** Accepts a transaction. Status 202 means that it is pending: its submission shows the result. */
    static Either<Failure, Answer> submit(TenantCall at, Unknown unknown) {
        RequestReader reading = RequestReader.of(at, unknown);
        Option<Address> account = reading.account();
        Option<Bytes> transaction = reading.body().required("transaction", Shapes.BASE64);
        Option<Array<SubmittedPayload>> payloads =
                reading.body().optional("kms_payloads", Shapes.list(payload(unknown), RequestLimits.KMS_PAYLOADS));
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
                .flatMap(submission -> told(at, unknown, submission)));
        return answer.isLeft() && at.place().isRight() && saysNeverSent(answer.getLeft())
                ? transaction.flatMap(at.custody()::submissionOf)
                        .map(taken -> told(at, unknown, taken))
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

    private static Either<Failure, Answer> told(TenantCall at, Unknown unknown, Submission submission) {
        return awaited(at, unknown, submission).map(ended -> Answer.of(status(ended), view(at, ended)));
    }

    /**
     * The public SDK asks once and takes any success for a landed transaction. For it the answer waits, and succeeds only if the
     * transaction landed.
     */
    private static Either<Failure, Submission> awaited(TenantCall at, Unknown unknown, Submission submission) {
        return switch (unknown) {
            case Unknown.Ignored ignored -> landed(at, at.custody().awaitFinal(submission.id()).getOrElse(submission));
            case Unknown.Refused refused -> Either.right(submission);
        };
    }

    private static Either<Failure, Submission> landed(TenantCall at, Submission submission) {
        return SubmissionFailures.of(submission, at.service()::programErrorName).toEither(submission).swap();
    }

    private static Shape<SubmittedPayload> payload(Unknown unknown) {
        return Shapes.object(unknown, fields -> {
            if (unknown instanceof Unknown.Ignored) {
                fields.allow("kms_signed_payload");
            }
            return SubmittedPayload.read(fields);
        });
    }

    private static Either<Failure, Answer> one(TenantCall at) {
        return RequestReader.withoutBody(at).decide(() -> known(at).map(submission -> Answer.ok(view(at, submission))));
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

    static ObjectNode view(TenantCall at, Submission submission) {
        ObjectNode body = Json.object()
                .put("submission_id", submission.id().text())
                .put("smart_account_address", submission.account().toString())
                .put("transaction_signature", submission.signature().toString())
                .put("status", word(submission.state()))
                .put("updated_at", RefusalText.time(submission.at()));
        switch (submission.state()) {
            case Submission.State.Confirmed confirmed ->
                body.put("slot", confirmed.slot()).put("confirmed_at", RefusalText.time(submission.at()));
            case Submission.State.Failed(TransactionFailure failure) -> reason(at, body.putObject("error"), failure);
            case Submission.State.Built built -> {}
            case Submission.State.Signed signed -> {}
            case Submission.State.Sent sent -> {}
            case Submission.State.Unknown unknown -> {}
            case Submission.State.Expired expired -> {}
        }
        submission
                .rejection()
                .forEach(rejection -> reason(at, body.putObject("rejection"), rejection.failure())
                        .set("logs", Json.texts(rejection.logs())));
        return body;
    }

    @CanIgnoreReturnValue
    private static ObjectNode reason(TenantCall at, ObjectNode object, TransactionFailure failure) {
        ChainError reason = ChainFailures.of(failure, at.service()::programErrorName);
        return object.put("code", reason.code()).put("message", reason.message());
    }

    private static String word(Submission.State state) {
        return switch (state) {
            case Submission.State.Built built -> "built";
            case Submission.State.Signed signed -> "signed";
            case Submission.State.Sent sent -> "sent";
            case Submission.State.Confirmed confirmed -> "confirmed";
            case Submission.State.Failed failed -> "failed";
            case Submission.State.Expired expired -> "expired";
            case Submission.State.Unknown unknown -> "unknown";
        };
    }
}
