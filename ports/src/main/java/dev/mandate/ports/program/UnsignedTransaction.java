package dev.mandate.ports.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;

/**
 * A transaction that nobody has signed yet.
 *
 * @param transaction signature slots and message, as it goes over the wire
 * @param message what is to be signed
 * @param signers whose signature each slot is for, in order; the first pays the fee
 */
public record UnsignedTransaction(Bytes transaction, Bytes message, Array<Address> signers) {}
