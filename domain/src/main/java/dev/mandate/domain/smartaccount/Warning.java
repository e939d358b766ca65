package dev.mandate.domain.smartaccount;

import dev.mandate.domain.chain.Address;

/** A reason against a command that the rules allow. */
public sealed interface Warning {

    /** The transaction's content is closed: a proposal could be approved but never executed. */
    record WouldOrphan(long index) implements Warning {}

    /**
     * The effect of the transaction cannot be read; it can be rejected and cancelled.
     *
     * @param why the part of its content that cannot be read
     */
    record ContentOpaque(long index, String why) implements Warning {}

    /**
     * The change could be approved, but its execution would be refused in the present state.
     *
     * @param why the refusal of its execution
     */
    record WouldNeverExecute(Refusal why) implements Warning {}

    /** The use of a limit moves nothing. The program accepts it, and a fee is paid. */
    record SpendsNothing(Address limit) implements Warning {}

    /** One change adds a present signer and removes the same address. The position of the two entries would decide which one remains. */
    record AmbiguousRemoval(Address signer) implements Warning {}
}
