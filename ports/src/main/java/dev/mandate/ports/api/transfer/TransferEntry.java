package dev.mandate.ports.api.transfer;

import dev.mandate.domain.chain.Signature;

/** An entry of a list of transfers. */
public sealed interface TransferEntry permits Transfer, TransferEntry.Unreadable {

    /** The first signature of the transaction. */
    Signature signature();

    /** The slot in which that transaction landed. */
    long slot();

    /** A transaction on the account of which no node can show what it moved. What is listed may not add up to what is there. */
    record Unreadable(Signature signature, long slot) implements TransferEntry {}
}
