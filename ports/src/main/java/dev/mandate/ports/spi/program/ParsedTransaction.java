package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;

/**
 * A transaction that was read from bytes.
 *
 * @param transaction the bytes
 * @param message the signed message
 * @param lifetime the recent blockhash, or the durable nonce's value
 * @param signers the signer of each slot, in order
 * @param signatures the slots; all zero where a signature is missing
 * @param maxBytes the most bytes of a transaction of its version
 * @param tables the lookup tables that it uses
 * @param instructionBytes the compiled instruction section without compute-budget instructions: per instruction the program
 *     index, both lengths, account indexes and data
 */
public record ParsedTransaction(
        Bytes transaction,
        Bytes message,
        Blockhash lifetime,
        Array<Address> signers,
        Array<Signature> signatures,
        int maxBytes,
        Array<Address> tables,
        int instructionBytes) {}
