package dev.mandate.ports.api.refusal;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.ports.api.custody.FeeQuote;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The codes and sentences for failures that the chain's runtime and its programs report. */
public final class ChainFailures {

    /** Error names come from a node. Only texts of this form are passed on. */
    private static final String NAME = "[A-Z][A-Za-z0-9]{0,63}";

    private static final Pattern FAILED = Pattern.compile("Program ([1-9A-HJ-NP-Za-km-z]{32,44}) failed: ");

    /** The system program's words where an account that pays holds too little. */
    private static final Pattern LACKING = Pattern.compile("Transfer: insufficient lamports \\d+, need (?<need>\\d+)");

    /** The system program's error then. */
    private static final long NEGATIVE_LAMPORTS = 1;

    private ChainFailures() {}

    /** A failure on the chain; {@code programErrorName} names the account program's errors by their numbers. */
    public static ChainError of(TransactionFailure failure, Function<Long, Option<String>> programErrorName) {
        return of(failure, Option.none(), programErrorName);
    }

    /** The same for a transaction whose fee payer may be known. */
    public static ChainError of(
            TransactionFailure failure, Option<Address> payer, Function<Long, Option<String>> programErrorName) {
        return of(failure, payer, Array.empty(), programErrorName);
    }

    /** The same with the logs, which tell which program has failed. Without them, an error of another program than the account's has no name. */
    public static ChainError of(
            TransactionFailure failure, Option<Address> payer, Seq<String> logs, Function<Long, Option<String>> programErrorName) {
        return switch (failure) {
            case TransactionFailure.InstructionFailed(int index, InstructionFailure.Custom(long code)) -> {
                Option<String> name = name(code, failing(logs), programErrorName);
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
                        "%s would be left below the rent minimum."
                                .formatted(payer.filter(pays -> account == 0)
                                        .map(pays -> "The fee payer " + pays)
                                        .getOrElse("Account " + account + " of the transaction")),
                        Option.none());
            case TransactionFailure.Named(String name) ->
                new ChainError(
                        word(name, "transaction_failed"),
                        "The chain refuses the transaction: %s.%s".formatted(shown(name), lacking(name, payer)),
                        Option.none());
        };
    }

    /** The number of a program's error. */
    public static Option<Long> number(TransactionFailure failure) {
        return failure instanceof TransactionFailure.InstructionFailed(int index, InstructionFailure.Custom(long code))
                ? Option.some(code)
                : Option.none();
    }

    /** The programs that have failed, by the logs: the innermost first, then those that called it. */
    private static Array<String> failing(Seq<String> logs) {
        return logs.toArray().flatMap(line -> {
            Matcher failed = FAILED.matcher(line);
            return Option.when(failed.lookingAt(), () -> failed.group(1));
        });
    }

    /** A program that the account program called may be any. Its numbers are not the account program's. */
    private static Option<String> name(long code, Array<String> failing, Function<Long, Option<String>> programErrorName) {
        if (failing.headOption().exists(StandardProgramErrors::knows)) {
            return StandardProgramErrors.name(failing.head(), code);
        }
        return failing.distinct().length() > 1 ? Option.none() : programErrorName.apply(code);
    }

    /** The failure of a request that requires a transaction to succeed; {@code payer} pays its fee. */
    public static Failure simulationFailed(
            TransactionFailure failure, Address payer, Function<Long, Option<String>> programErrorName) {
        return simulationFailed(failure, payer, Array.empty(), programErrorName);
    }

    /** The same with the logs of the simulation. */
    public static Failure simulationFailed(
            TransactionFailure failure, Address payer, Seq<String> logs, Function<Long, Option<String>> programErrorName) {
        return simulationFailed(failure, payer, remedy(failure, payer), logs, programErrorName);
    }

    /** The same for a transaction with a known price. */
    public static Failure simulationFailed(
            TransactionFailure failure, FeeQuote fee, Seq<String> logs, Function<Long, Option<String>> programErrorName) {
        return simulationFailed(failure, fee.payer(), remedy(failure, fee, logs), logs, programErrorName);
    }

    private static Failure simulationFailed(
            TransactionFailure failure,
            Address payer,
            Option<Remedy> remedy,
            Seq<String> logs,
            Function<Long, Option<String>> programErrorName) {
        ChainError error = of(failure, Option.some(payer), logs, programErrorName);
        Failure failed = Failure.of(ErrorCode.SIMULATION_FAILED, "The transaction would fail. " + error.message())
                .fact("chain_error", error.code())
                .remedy(remedy.getOrElse(Remedy.BuildAgain::new));
        Failure numbered = number(failure).fold(() -> failed, code -> failed.fact("chain_error_number", code));
        return error.instruction().fold(() -> numbered, index -> numbered.fact("instruction", index));
    }

    /** What helps if {@code payer}, who pays fee and rent, holds too little; none if the transaction fails for another reason. */
    public static Option<Remedy> remedy(TransactionFailure failure, Address payer) {
        return Option.when(
                failure.equals(new TransactionFailure.InsufficientFundsForRent(0))
                        || (failure instanceof TransactionFailure.Named(String name) && !lacking(name, Option.none()).isEmpty()),
                () -> new Remedy.FundPayer(payer));
    }

    /** The same where somebody may pay the fee, and not the rent. The system program tells by the amount which rent it could not take. */
    public static Option<Remedy> remedy(TransactionFailure failure, FeeQuote fee, Seq<String> logs) {
        return remedy(failure, fee.payer()).orElse(() -> number(failure).filter(code -> code == NEGATIVE_LAMPORTS)
                .flatMap(code -> logs.toArray().reverse().flatMap(ChainFailures::amountLacking).headOption())
                .flatMap(amount -> fee.rents().find(rent -> rent.lamports().toString().equals(amount)))
                .map(rent -> new Remedy.FundPayer(rent.payer())));
    }

    private static Option<String> amountLacking(String line) {
        Matcher lacking = LACKING.matcher(line);
        return Option.when(lacking.matches(), () -> lacking.group("need"));
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
