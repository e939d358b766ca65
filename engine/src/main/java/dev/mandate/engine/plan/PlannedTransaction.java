package dev.mandate.engine.plan;

import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.ports.api.custody.Step;
import io.vavr.collection.Array;

/**
 * One transaction of a plan, without its lifetime and compute budget.
 *
 * @param tables lookup tables that may shorten it
 * @param room accounts that it creates or enlarges
 */
record PlannedTransaction(Step.Kind kind, Array<Instruction> instructions, Array<LookupTable> tables, Array<PaidStorage> room) {

    /** The transaction that executes {@code items}. */
    static PlannedTransaction of(Step.Kind kind, Array<CompiledOperation> items, Array<LookupTable> tables) {
        return new PlannedTransaction(kind, items.map(CompiledOperation::instruction), tables, items.flatMap(CompiledOperation::room));
    }

    PlannedTransaction with(LookupTable table) {
        return new PlannedTransaction(kind, instructions, tables.append(table), room);
    }
}
