package dev.mandate.ports.refusal;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.program.GiveawayWarning;
import dev.mandate.ports.program.TokenObstacle;
import io.vavr.collection.Array;

/** What no account is let do, whatever its rules say, as failures of a request that holds a transaction. */
final class SafeguardFailures {

    private static final String TRANSACTION = "transaction";

    private SafeguardFailures() {}

    static Failure nonce(int instruction, Address nonce) {
        return Failure.at(
                        TRANSACTION,
                        ErrorCode.NONCE_NOT_ALLOWED,
                        "Instruction %s advances the durable nonce %s, which no transaction may do here."
                                .formatted(instruction, nonce))
                .fact("instruction", instruction)
                .fact("nonce_account", nonce)
                .remedy("Leave the instruction out. People who sign apart use propose and approve.");
    }

    static Failure unacknowledged(Array<GiveawayWarning> warnings) {
        Array<String> codes = warnings.map(Warnings::word).distinct();
        return Failure.of(warnings.map(warning ->
                                new Problem(TRANSACTION, ErrorCode.valueOf(warning.code().name()), Warnings.message(warning)))
                        .prepend(new Problem(
                                TRANSACTION,
                                ErrorCode.NEEDS_ACKNOWLEDGEMENT,
                                "It gives something away for good: %s.".formatted(Words.list(codes)))))
                .fact("warnings", Words.list(codes))
                .remedy("If that is meant, repeat the call with " + codes.map(code -> "acknowledge=" + code).mkString("&")
                        + " in its query.");
    }

    static Failure tokens(Address account, TokenObstacle why) {
        String what =
                switch (why) {
                    case NON_TRANSFERABLE -> "%s is a token that can't be transferred.";
                    case TRANSFER_HOOK -> "%s is a token that calls a program at each transfer, which the use of a limit can't serve.";
                    case PAUSED -> "%s is a token whose transfers are paused.";
                    case FROZEN -> "The token account %s is frozen.";
                    case STARTS_FROZEN -> "The token account %s is not there yet, and would start frozen.";
                    case NEEDS_MEMO -> "The token account %s takes nothing without a memo, which the use of a limit can't give.";
                };
        return Failure.of(ErrorCode.TOKENS_CANNOT_MOVE, what.formatted(account))
                .fact("account", account)
                .fact("reason", Words.word(why));
    }

    static Failure priorityFee(BaseUnits fee, BaseUnits limit) {
        return Failure.at(
                        TRANSACTION,
                        ErrorCode.PRIORITY_FEE_TOO_HIGH,
                        "It would pay %s lamports to be preferred; %s is the most.".formatted(fee, limit))
                .fact("priority_fee", fee)
                .fact("limit", limit)
                .remedy("Ask for a lower compute unit price, or a lower limit of compute units.");
    }
}
