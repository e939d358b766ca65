package dev.mandate.testkit.chain;

import dev.mandate.ports.chain.Chain;
import dev.mandate.simulator.chain.ChainControl;

/** A chain, and its control by a test. */
public interface ChainUnderTest {

    /** Returns the chain under test; the same one at each call within a test. */
    Chain chain();

    /** Returns the control of that chain. */
    ChainControl control();
}
