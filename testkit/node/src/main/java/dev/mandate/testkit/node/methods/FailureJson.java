package dev.mandate.testkit.node.methods;

import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A transaction's failure as nodes write it: as JSON, and as a sentence. */
final class FailureJson {

    private static final Map<String, String> SENTENCES = HashMap.of(
            "AccountNotFound", "Attempt to debit an account but found no record of a prior credit.",
            "AlreadyProcessed", "This transaction has already been processed",
            "BlockhashNotFound", "Blockhash not found",
            "InsufficientFundsForFee", "Insufficient funds for fee",
            "InvalidAccountForFee", "This account may not be used to pay transaction fees",
            "ProgramAccountNotFound", "Attempt to load a program that does not exist",
            "SignatureFailure", "Transaction did not pass signature verification",
            "TooManyAccountLocks", "Transaction locked too many accounts");

    private FailureJson() {}

    /** Returns {@code err}: null if there is no failure. */
    static JsonNode err(Option<TransactionFailure> failure) {
        return failure.map(FailureJson::err).getOrElse(Json::missing);
    }

    private static JsonNode err(TransactionFailure failure) {
        return switch (failure) {
            case TransactionFailure.InstructionFailed(int index, InstructionFailure cause) -> {
                ObjectNode error = Json.object();
                error.putArray("InstructionError").add(index).add(cause(cause));
                yield error;
            }
            case TransactionFailure.InsufficientFundsForRent(int index) -> {
                ObjectNode error = Json.object();
                error.putObject("InsufficientFundsForRent").put("account_index", index);
                yield error;
            }
            case TransactionFailure.Named(String name) -> Json.text(name);
        };
    }

    private static JsonNode cause(InstructionFailure cause) {
        return switch (cause) {
            case InstructionFailure.Custom(long code) -> Json.object().put("Custom", code);
            case InstructionFailure.Named(String name) -> Json.text(name);
        };
    }

    static String sentence(TransactionFailure failure) {
        return switch (failure) {
            case TransactionFailure.InstructionFailed(int index, InstructionFailure cause) ->
                String.format(Locale.ROOT, "Error processing Instruction %d: %s", index, sentence(cause));
            case TransactionFailure.InsufficientFundsForRent(int index) ->
                String.format(Locale.ROOT, "Transaction results in an account (%d) with insufficient funds for rent", index);
            case TransactionFailure.Named(String name) -> SENTENCES.getOrElse(name, name);
        };
    }

    private static String sentence(InstructionFailure cause) {
        return switch (cause) {
            case InstructionFailure.Custom(long code) -> "custom program error: 0x" + Long.toHexString(code);
            case InstructionFailure.Named(String name) -> name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        };
    }
}
