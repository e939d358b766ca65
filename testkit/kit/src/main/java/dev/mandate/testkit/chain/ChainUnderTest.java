package dev.mandate.testkit.chain;

import dev.mandate.ports.chain.Chain;
import dev.mandate.simulator.chain.ChainControl;

/** A chain, and its control by a test. */
public interface ChainUnderTest {

    /** Returns the chain under test; the same one at each call within a test. */
    Chain chain();

    /** Returns the control of that chain. */
    ChainControl control();

    /** What it does with a transaction that would fail; the preflight of a node refuses it, unless this is overridden. */
    default Preflight preflight() {
        return Preflight.REFUSES;
    }

    /** What {@link Chain#send} does with a transaction that would fail. */
    enum Preflight {
        /** It refuses it without effect. */
        REFUSES,
        /** It passes it on: only {@link Chain#simulate} tells beforehand, which does not look at signatures. */
        FORWARDS
    }
}
