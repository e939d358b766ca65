package dev.mandate.testkit.host;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.simulator.chain.ChainControl;

/** A host's own set of adapters, and what a test can do to it. The contract puts faults between them and the engine. */
public interface HostUnderTest {

    /** Returns the adapters that are open now. Their journal was empty at first. */
    HostAdapters adapters();

    /**
     * Returns a new instance of the host's engine, put together as in production.
     *
     * @param adapters those of this host, with or without faults; none of them is closed by this instance. The signer is handed to each call. The
     *     suite takes seconds if the instance waits for nothing ({@code WaitPolicy.NONE}) and the chain lands at once
     */
    Custody custody(HostAdapters adapters);

    /** Leaves the adapters without closing them, as a killed process does, and opens them again: {@link #adapters} returns those. */
    void crash();

    /** Returns the control of the chain behind the adapter. */
    ChainControl control();

    /** Returns the balance at an address in lamports, read past the adapter; zero if there is no account. */
    BaseUnits lamports(Address address);

    /** Returns an address for which the signer signs, which pays fees. */
    Address first();

    /** Returns another one. */
    Address second();
}
