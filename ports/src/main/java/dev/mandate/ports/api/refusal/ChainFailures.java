package dev.mandate.ports.api.refusal;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import io.vavr.control.Option;
import java.util.Locale;
import java.util.function.Function;

/** The codes and sentences for failures that the chain's runtime and its programs report. */
public final class ChainFailures {

    /** Error names come from a node. Only texts of this form are passed on. */
    private static final String NAME = "[A-Z][A-Za-z0-9]{0,63}";

    private ChainFailures() {}

    /** A failure on the chain; {@code programErrorName} names the account program's errors by their numbers. */
    public static ChainError of(TransactionFailure failure, Function<Long, Option<String>> programErrorName) {
        return of(failure, Option.none(), programErrorName);
    }

    /** The same for a transaction whose fee payer may be known. */
    public static ChainError of(
            TransactionFailure failure, Option<Address> payer, Function<Long, Option<String>> programErrorName) {
        return switch (failure) {
            case TransactionFailure.InstructionFailed(int index, InstructionFailure.Custom(long code)) -> {
                Option<String> name = programErrorName.apply(code);
                yield new ChainError(
                        name.map(known -> word(known, "program_error")).getOrElse("program_error_" + code),
                        "The program refuses instruction %s: error %s%s."
                                .formatted(index, code, name.map(known -> ", " + shown(known)).getOrElse("")),
                        Option.some(index));
            }
            case TransactionFailure.InstructionFailed(int index, InstructionFailure.Named(String name)) ->
                new ChainError(
                        word(name, "instruction_failed"),
                        "The chain refuses instruction %s: %s.".formatted(index, shown(name)),
                        Option.some(index));
            case TransactionFailure.InsufficientFundsForRent(int account) ->
                new ChainError(
                        "insufficient_funds_for_rent",
                        "Account %s of the transaction would be left below the rent minimum.".formatted(account),
                        Option.none());
            case TransactionFailure.Named(String name) ->
                new ChainError(
                        word(name, "transaction_failed"),
                        "The chain refuses the transaction: %s.%s".formatted(shown(name), lacking(name, payer)),
                        Option.none());
        };
    }

    /** The failure of a request that requires a transaction to succeed; {@code payer} pays its fee. */
    public static Failure simulationFailed(
            TransactionFailure failure, Address payer, Function<Long, Option<String>> programErrorName) {
        ChainError error = of(failure, Option.some(payer), programErrorName);
        Failure failed = Failure.of(ErrorCode.SIMULATION_FAILED, "The transaction would fail. " + error.message())
                .fact("chain_error", error.code())
                .remedy(isPayersLack(failure) ? new Remedy.Fund(payer, Option.none()) : new Remedy.BuildAgain());
        return error.instruction().fold(() -> failed, index -> failed.fact("instruction", index));
    }

    private static boolean isPayersLack(TransactionFailure failure) {
        return failure instanceof TransactionFailure.Named(String name) && !lacking(name, Option.none()).isEmpty();
    }

    /** Two of the runtime's error names concern the fee payer without naming it. */
    private static String lacking(String name, Option<Address> payer) {
        String subject = payer.map(address -> " The fee payer " + address).getOrElse(" The fee payer");
        return switch (name) {
            case "AccountNotFound" -> subject + " holds no SOL.";
            case "InsufficientFundsForFee" -> subject + " holds less SOL than the fee.";
            default -> "";
        };
    }

    /** {@code BlockhashNotFound} as {@code blockhash_not_found}. */
    private static String word(String name, String otherwise) {
        return name.matches(NAME)
                ? name.replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_").toLowerCase(Locale.ROOT)
                : otherwise;
    }

    private static String shown(String name) {
        return name.matches(NAME) ? name : "for a reason without a name";
    }
}
