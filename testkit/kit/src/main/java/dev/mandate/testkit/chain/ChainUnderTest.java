package dev.mandate.testkit.chain;

import dev.mandate.ports.chain.Chain;
import dev.mandate.simulator.chain.ChainControl;

/** A chain, and its control by a test. */
public interface ChainUnderTest {

    /** Returns the chain under test; the same one at each call within a test. */
    Chain chain();

    /** Returns the control of that chain. */
    ChainControl control();

    /** Returns what the chain does with a transaction that would fail. The default is a node's preflight, which refuses it. */
    default Preflight preflight() {
        return Preflight.REFUSES;
    }

    /** What {@link Chain#send} does with a transaction that would fail. */
    enum Preflight {
        /** It refuses the transaction without effect. */
        REFUSES,
        /** It forwards the transaction. Only {@link Chain#simulate} reports the failure before, and that does not check signatures. */
        FORWARDS
    }
}
