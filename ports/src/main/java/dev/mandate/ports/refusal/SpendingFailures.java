package dev.mandate.ports.refusal;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.spending.LimitProblem;
import dev.mandate.domain.spending.SpendingRefusal;

/** Why a spending limit was not used, or not made. */
final class SpendingFailures {

    private static final String LIMIT_SIGNERS = "spending_limit_signers";

    private SpendingFailures() {}

    static Failure of(SpendingRefusal refusal) {
        return switch (refusal) {
            case SpendingRefusal.NotEntitled(Address by, var signers) ->
                Failure.at("signer", ErrorCode.NOT_ENTITLED, "%s may not use this limit.".formatted(by))
                        .fact("asked", by)
                        .fact("spending_limit_signers", Words.list(signers));
            case SpendingRefusal.DestinationNotAllowed(Address destination, var destinations) ->
                Failure.at(
                                "destination",
                                ErrorCode.DESTINATION_NOT_ALLOWED,
                                "The limit does not pay %s.".formatted(destination))
                        .fact("asked", destination)
                        .fact("destinations", Words.list(destinations));
            case SpendingRefusal.Exceeded(var asked, var remaining, var wholeAgain) -> {
                Failure exceeded = Failure.at(
                                "amount",
                                ErrorCode.LIMIT_EXCEEDED,
                                "%s is more than the %s that are left of the limit.".formatted(asked, remaining))
                        .fact("asked", asked)
                        .fact("remaining_amount", remaining);
                yield wholeAgain
                        .map(Words::time)
                        .map(time -> exceeded.fact("whole_again_at", time))
                        .getOrElse(exceeded);
            }
            case SpendingRefusal.BadTerms(var problems) ->
                Finding.failure(problems.map(SpendingFailures::of));
        };
    }

    private static Finding of(LimitProblem problem) {
        return switch (problem) {
            case LimitProblem.AmountZero zero ->
                Finding.of("amount", ErrorCode.AMOUNT_ZERO, "The amount of a limit must be above 0.");
            case LimitProblem.NoSigners none ->
                Finding.of(LIMIT_SIGNERS, ErrorCode.NO_LIMIT_SIGNERS, "A limit must name somebody who may use it.");
            case LimitProblem.DuplicateSigner(Address signer) ->
                Finding.of(LIMIT_SIGNERS, ErrorCode.DUPLICATE_SIGNER, "%s is named more than once.".formatted(signer))
                        .fact("duplicates", signer);
        };
    }
}
