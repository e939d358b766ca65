package dev.mandate.simulator;

import dev.mandate.domain.chain.TransactionFailure;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.function.Supplier;

/**
 * The result of a transaction.
 *
 * @param failure why it has no effect except its fee; none if it succeeds
 * @param lands whether it enters a block; it does not if its fee cannot be paid
 * @param loadedBytes of account data, as the network counts them
 * @param effect computed on demand, because a simulation does not need it
 */
record Execution(
        Option<TransactionFailure> failure,
        boolean lands,
        long computeUnits,
        long loadedBytes,
        Seq<String> logs,
        Supplier<Effect> effect) {

    /** Returns a result that enters no block and changes nothing. */
    static Execution notLanding(TransactionFailure failure) {
        return new Execution(Option.some(failure), false, 0, 0, Array.empty(), () -> Effect.NONE);
    }
}
