package dev.mandate.simulator;

import dev.mandate.domain.chain.TransactionFailure;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.function.Supplier;

/**
 * How a transaction went.
 *
 * @param failure why it does no more than pay its fee; none if it succeeds
 * @param lands whether it gets into a block at all; one whose fee can't be paid does not
 * @param effect worked out when it is asked for: whoever only tries a transaction never asks
 */
record Execution(
        Option<TransactionFailure> failure, boolean lands, long computeUnits, Seq<String> logs, Supplier<Effect> effect) {

    /** One that gets into no block, and changes nothing. */
    static Execution notLanding(TransactionFailure failure) {
        return new Execution(Option.some(failure), false, 0, Array.empty(), () -> Effect.NONE);
    }
}
