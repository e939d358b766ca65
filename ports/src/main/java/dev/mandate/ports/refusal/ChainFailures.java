package dev.mandate.ports.refusal;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import io.vavr.control.Option;
import java.util.Locale;
import java.util.function.Function;

/** What the chain's runtime and programs refuse, in stable words. */
public final class ChainFailures {

    /** A name comes from a node: it is passed on only where it can be one. */
    private static final String NAME = "[A-Z][A-Za-z0-9]{0,63}";

    private ChainFailures() {}

    /** A failure by the chain; {@code programErrorName} knows the account program's errors by their numbers. */
    public static ChainError of(TransactionFailure failure, Function<Long, Option<String>> programErrorName) {
        return of(failure, Option.none(), programErrorName);
    }

    /** The same of a transaction for which {@code payer} pays the fee, if that is known. */
    public static ChainError of(
            TransactionFailure failure, Option<Address> payer, Function<Long, Option<String>> programErrorName) {
        return switch (failure) {
            case TransactionFailure.InstructionFailed(int index, InstructionFailure cause) ->
                of(index, cause, programErrorName);
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

    /** Of its own names the runtime has two that mean the fee payer and don't say so. */
    private static String lacking(String name, Option<Address> payer) {
        String who = payer.map(address -> "The fee payer " + address).getOrElse("The fee payer");
        return switch (name) {
            case "AccountNotFound" -> " " + who + " holds no SOL.";
            case "InsufficientFundsForFee" -> " " + who + " holds less SOL than the fee.";
            default -> "";
        };
    }

    /** The failure of a request that asked for a transaction that would succeed. */
    public static Failure simulationFailed(ChainError error) {
        Failure failure = Failure.of(ErrorCode.SIMULATION_FAILED, "The transaction would fail. " + error.message())
                .fact("chain_error", error.code());
        return error.instruction().map(index -> failure.fact("instruction", index)).getOrElse(failure);
    }

    private static ChainError of(
            int index, InstructionFailure cause, Function<Long, Option<String>> programErrorName) {
        return switch (cause) {
            case InstructionFailure.Custom(long code) -> {
                Option<String> name = programErrorName.apply(code);
                yield new ChainError(
                        name.map(known -> word(known, "program_error")).getOrElse(() -> "program_error_" + code),
                        "The program refuses instruction %s: error %s%s."
                                .formatted(index, code, name.map(known -> ", " + shown(known)).getOrElse("")),
                        Option.some(index));
            }
            case InstructionFailure.Named(String name) ->
                new ChainError(
                        word(name, "instruction_failed"),
                        "The chain refuses instruction %s: %s.".formatted(index, shown(name)),
                        Option.some(index));
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
