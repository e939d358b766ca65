package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;

/**
 * A transaction without signatures.
 *
 * @param transaction signature slots and message, as it goes over the wire
 * @param message the bytes that signers sign
 * @param maxBytes the most bytes of a transaction of its version
 * @param signers the signer of each slot, in order; the first pays the fee
 */
public record UnsignedTransaction(Bytes transaction, Bytes message, int maxBytes, Array<Address> signers) {}
