package dev.mandate.testkit.chain;

import dev.mandate.ports.chain.Chain;
import dev.mandate.simulator.chain.ChainControl;

/** A chain, and the handles by which a test moves it. */
public interface ChainUnderTest {

    /** The port that is held against the contract; the same chain at each call within one test. */
    Chain chain();

    /** Moves that chain. */
    ChainControl control();
}
