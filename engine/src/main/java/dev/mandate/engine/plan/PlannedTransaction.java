package dev.mandate.engine.plan;

import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.ports.custody.Step;
import io.vavr.collection.Array;

/**
 * What one transaction does, without what it lives by and what it may compute.
 *
 * @param tables lookup tables that may shorten it
 * @param room what it takes
 */
record PlannedTransaction(Step.Kind kind, Array<Instruction> instructions, Array<LookupTable> tables, Array<PaidRoom> room) {

    /** What {@code items} do. */
    static PlannedTransaction of(Step.Kind kind, Array<Item> items, Array<LookupTable> tables) {
        return new PlannedTransaction(kind, items.map(Item::instruction), tables, items.flatMap(Item::room));
    }

    PlannedTransaction with(LookupTable table) {
        return new PlannedTransaction(kind, instructions, tables.append(table), room);
    }
}
