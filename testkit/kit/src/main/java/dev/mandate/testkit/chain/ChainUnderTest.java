package dev.mandate.testkit.chain;

import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.simulator.chain.ChainControl;
import io.vavr.control.Option;

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

    /** Lands transactions that fail; none if the chain lands none. */
    default Option<FailedLanding> failedLanding() {
        return Option.none();
    }

    /** Breaks the line to the chain; none if there is none, as to a chain in the same process. */
    default Option<LineControl> line() {
        return Option.none();
    }

    /** Holds confirmations back; none if the chain confirms at once. */
    default Option<FinalityControl> finality() {
        return Option.none();
    }

    /** What {@link Chain#send} does with a transaction that would fail. */
    enum Preflight {
        /** It refuses the transaction without effect. */
        REFUSES,
        /** It forwards the transaction. Only {@link Chain#simulate} reports the failure before, and that does not check signatures. */
        FORWARDS
    }
}
