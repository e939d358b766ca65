package dev.mandate.adapters.rpc;

import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** Reads the runtime's {@code TransactionError} as nodes spell it: a name, or an object with one field that is named so. */
final class FailureReader {

    private static final long U32_MAX = 0xFFFF_FFFFL;

    private FailureReader() {}

    /** The failure in field {@code err} of {@code answer}; none where that is null. */
    static Option<TransactionFailure> err(AnswerShape answer) {
        return answer.field("err").nullable().map(FailureReader::failure);
    }

    private static TransactionFailure failure(AnswerShape error) {
        if (error.node().isString()) {
            return new TransactionFailure.Named(error.text());
        }
        String name = onlyName(error);
        AnswerShape detail = error.field(name);
        return switch (name) {
            case "InstructionError" -> {
                Array<AnswerShape> pair = detail.items(2);
                yield new TransactionFailure.InstructionFailed(pair.get(0).index(256), cause(pair.get(1)));
            }
            case "InsufficientFundsForRent" ->
                new TransactionFailure.InsufficientFundsForRent(detail.field("account_index").index(256));
            default -> new TransactionFailure.Named(name);
        };
    }

    private static InstructionFailure cause(AnswerShape error) {
        if (error.node().isString()) {
            return new InstructionFailure.Named(error.text());
        }
        String name = onlyName(error);
        if (!name.equals("Custom")) {
            return new InstructionFailure.Named(name);
        }
        long code = error.field(name).count();
        if (code > U32_MAX) {
            throw error.wrong("has a code of more than 32 bits");
        }
        return new InstructionFailure.Custom(code);
    }

    private static String onlyName(AnswerShape error) {
        if (!error.node().isObject() || error.node().size() != 1) {
            throw error.wrong("is no error of the runtime");
        }
        return error.node().propertyNames().iterator().next();
    }
}
