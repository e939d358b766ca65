package dev.mandate.adapters.http.codec;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.refusal.ChainError;
import dev.mandate.ports.api.refusal.ChainFailures;
import dev.mandate.ports.api.refusal.RefusalText;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** Writes submissions in answers. */
public final class SubmissionObjects {

    private SubmissionObjects() {}

    /**
     * Writes a submission.
     *
     * @param programErrorName the account program's name of an error, by its number
     */
    public static ObjectNode submission(Submission submission, Function<Long, Option<String>> programErrorName) {
        ObjectNode body = Json.object()
                .put("submission_id", submission.id().text())
                .put("smart_account_address", submission.account().toString())
                .put("transaction_signature", submission.signature().toString())
                .put("status", word(submission.state()))
                .put("updated_at", RefusalText.time(submission.at()));
        switch (submission.state()) {
            case Submission.State.Confirmed confirmed ->
                body.put("slot", confirmed.slot()).put("confirmed_at", RefusalText.time(submission.at()));
            case Submission.State.Failed(TransactionFailure failure) -> reason(programErrorName, body.putObject("error"), failure, Array.empty());
            case Submission.State.Built built -> {}
            case Submission.State.Signed signed -> {}
            case Submission.State.Sent sent -> {}
            case Submission.State.Unknown unknown -> {}
            case Submission.State.Expired expired -> {}
        }
        submission
                .rejection()
                .forEach(rejection -> reason(programErrorName, body.putObject("rejection"), rejection.failure(), rejection.logs())
                        .set("logs", Json.texts(rejection.logs())));
        return body;
    }

    @CanIgnoreReturnValue
    private static ObjectNode reason(
            Function<Long, Option<String>> programErrorName, ObjectNode object, TransactionFailure failure, Seq<String> logs) {
        ChainError reason = ChainFailures.of(failure, Option.none(), logs, programErrorName);
        return object.put("code", reason.code())
                .put("number", ChainFailures.number(failure).getOrNull())
                .put("message", reason.message());
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
