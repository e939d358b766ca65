package dev.mandate.ports.refusal;

import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.ProposalRefusal.Step;
import dev.mandate.domain.transaction.ProposalRefusal;
import io.vavr.control.Option;

/** Why a transaction stays in its state. */
final class ProposalFailures {

    private ProposalFailures() {}

    static Failure of(long index, ProposalRefusal refusal) {
        Failure failure = switch (refusal) {
            case ProposalRefusal.WrongState(Step step, Proposal proposal) -> wrongState(index, step, proposal);
            case ProposalRefusal.Stale(long at, long staleIndex) ->
                Failure.of(
                                ErrorCode.TRANSACTION_STALE,
                                "Settings have changed since transaction %s was proposed.".formatted(index))
                        .fact("stale_transaction_index", staleIndex)
                        .remedy("Propose it again.");
            case ProposalRefusal.AlreadyVoted(var by, var vote) ->
                Failure.at(
                                "transaction_signers",
                                ErrorCode.ALREADY_VOTED,
                                "%s has given this vote on transaction %s already: %s."
                                        .formatted(by, index, Words.vote(vote)))
                        .fact("address", by)
                        .fact("vote", Words.vote(vote));
            case ProposalRefusal.TimeLocked(var approvedAt, var timeLock, var releasesAt) ->
                Failure.of(
                                ErrorCode.TIME_LOCKED,
                                "Transaction %s was approved at %s, and its time lock of %s s runs until %s."
                                        .formatted(
                                                index,
                                                Words.time(approvedAt),
                                                timeLock.seconds(),
                                                Words.time(releasesAt)))
                        .fact("approved_at", Words.time(approvedAt))
                        .fact("time_lock", timeLock.seconds())
                        .fact("executable_at", Words.time(releasesAt))
                        .remedy("Execute it at %s or later, by the chain's clock; until then it can be cancelled."
                                .formatted(Words.time(releasesAt)));
        };
        return failure.fact("transaction_index", index);
    }

    private static Failure wrongState(long index, Step step, Proposal proposal) {
        Failure failure = Failure.of(
                        ErrorCode.TRANSACTION_STATE,
                        "Transaction %s is %s, and cannot be %s."
                                .formatted(index, Words.status(proposal), participle(step)))
                .fact("status", Words.status(proposal))
                .fact("since", Words.time(proposal.since()))
                .fact("step", Words.word(step));
        return remedy(step, proposal).map(failure::remedy).getOrElse(failure);
    }

    private static String participle(Step step) {
        return switch (step) {
            case ACTIVATE -> "opened for votes";
            case APPROVE -> "approved";
            case REJECT -> "rejected";
            case CANCEL -> "cancelled";
            case EXECUTE -> "executed";
            case CLOSE -> "closed";
        };
    }

    /** What leads on from a state in which the step cannot be done, if anything does. */
    private static Option<String> remedy(Step step, Proposal proposal) {
        return switch (proposal) {
            case Proposal.Draft draft -> Option.some("Open it for votes first.");
            case Proposal.Active active -> switch (step) {
                case EXECUTE -> Option.some("Collect the approvals that are missing first.");
                case CANCEL -> Option.some("Reject it: only what is approved can be cancelled.");
                case CLOSE -> Option.some("It can be closed once it is executed, rejected, cancelled or stale.");
                case ACTIVATE, APPROVE, REJECT -> Option.none();
            };
            case Proposal.Approved approved -> switch (step) {
                case REJECT -> Option.some("Cancel it: what is approved can no longer be rejected.");
                case CLOSE -> Option.some("It can be closed once it is executed or cancelled.");
                case ACTIVATE, APPROVE, CANCEL, EXECUTE -> Option.none();
            };
            case Proposal.Executed executed -> Option.none();
            case Proposal.Rejected rejected -> Option.none();
            case Proposal.Cancelled cancelled -> Option.none();
        };
    }
}
