package dev.mandate.domain.smartaccount;

import dev.mandate.domain.chain.Address;

/** Why something that the rules allow should not be done all the same. */
public sealed interface Warning {

    /** The transaction's content is gone: a proposal to it can be approved and never be executed. */
    record WouldOrphan(long index) implements Warning {}

    /**
     * Nobody can be shown what the transaction would do: it can be rejected and cancelled.
     *
     * @param why what cannot be read of its content
     */
    record ContentOpaque(long index, String why) implements Warning {}

    /**
     * The change would be voted on in vain: as things stand its execution is refused.
     *
     * @param why what its execution would be refused with
     */
    record WouldNeverExecute(Refusal why) implements Warning {}

    /** The use of a limit moves nothing: the program takes it, and a fee is paid for it. */
    record SpendsNothing(Address limit) implements Warning {}

    /**
     * One change adds a signer who is present and removes the same address: which of the two entries stays would depend on
     * where they happen to stand.
     */
    record AmbiguousRemoval(Address signer) implements Warning {}
}
