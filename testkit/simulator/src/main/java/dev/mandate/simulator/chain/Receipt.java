package dev.mandate.simulator.chain;

import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;

/**
 * The costs and the output of a transaction that landed.
 *
 * @param logs the programs' log lines
 */
public record Receipt(BaseUnits fee, long computeUnits, Seq<String> logs) {

    public static final Receipt NONE = new Receipt(BaseUnits.ZERO, 0, Array.empty());
}
