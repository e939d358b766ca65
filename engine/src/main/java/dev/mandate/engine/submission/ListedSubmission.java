package dev.mandate.engine.submission;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.ports.api.custody.SubmissionId;
import io.vavr.collection.Array;

/**
 * A submission as an operator sees it.
 *
 * @param state in a word
 * @param since when it was recorded
 * @param why what the journal knows; the reason of the last try is in the outbox
 */
public record ListedSubmission(
        SubmissionId id, Tenant tenant, Network network, Address account, String state, UnixTime since, String why) {

    /** The states of submissions that are not final, as {@link #state} has them. */
    public static final Array<String> PENDING_STATES = Array.of("built", "signed", "sent", "unknown");

    static ListedSubmission of(SubmissionRecord record, UnixTime since) {
        return new ListedSubmission(
                record.id(),
                record.subject().tenant(),
                record.subject().network(),
                record.subject().account(),
                word(record.state()),
                since,
                why(record.state()));
    }

    private static String word(SubmissionState state) {
        return switch (state) {
            case SubmissionState.Absent absent -> "absent";
            case SubmissionState.Built built -> "built";
            case SubmissionState.Signed signed -> "signed";
            case SubmissionState.Sent sent -> "sent";
            case SubmissionState.Unknown unknown -> "unknown";
            case SubmissionState.Confirmed confirmed -> "confirmed";
            case SubmissionState.Failed failed -> "failed";
            case SubmissionState.Expired expired -> "expired";
            case SubmissionState.Indeterminate forgotten -> "unknown for good";
        };
    }

    private static String why(SubmissionState state) {
        return switch (state) {
            case SubmissionState.Absent absent -> "-";
            case SubmissionState.Built built -> "the operator's key has not signed it yet";
            case SubmissionState.Signed signed -> "it was not sent yet";
            case SubmissionState.Sent sent -> "it was sent, and is not seen on the chain yet";
            case SubmissionState.Unknown unknown -> "no node has told whether it took it";
            case SubmissionState.Confirmed confirmed -> "-";
            case SubmissionState.Failed(var transaction, var id, var failure) -> "it landed and failed: " + failure;
            case SubmissionState.Expired(var transaction, var rejection) ->
                "it can no longer land" + rejection.map(why -> "; a node refused it: " + why.failure()).getOrElse("");
            case SubmissionState.Indeterminate forgotten -> "the nodes no longer remember whether it landed";
        };
    }
}
