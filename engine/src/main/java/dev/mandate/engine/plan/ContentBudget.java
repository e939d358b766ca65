package dev.mandate.engine.plan;

import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.program.ComputeBudget;
import io.vavr.control.Option;

/**
 * What a caller's own transaction asks for its instructions. Its limits of units and loaded data are left out: they were stated for these
 * instructions alone.
 *
 * @param priorityFee what it would have paid, in lamports: a wish for all transactions of the plan together; none if it names no price
 */
public record ContentBudget(Option<Integer> heapBytes, Option<BaseUnits> priorityFee) {

    public static final ContentBudget NONE = new ContentBudget(Option.none(), Option.none());

    /** What each transaction of the plan asks for. */
    ComputeBudget ofEach() {
        return new ComputeBudget(Option.none(), Option.none(), Option.none(), heapBytes);
    }
}
