package dev.mandate.domain.chain;

import io.vavr.collection.Seq;

/**
 * A transaction before it is compiled to bytes. Either all instructions take effect or none.
 *
 * @param version the format to compile to
 * @param feePayer pays the fee and signs first
 * @param lifetime a recent blockhash, or a durable nonce's value; then the first instruction advances that nonce
 * @param instructions in the order of execution
 * @param lookupTables only for version 0; empty for legacy
 */
public record Message(
        MessageVersion version,
        Address feePayer,
        Blockhash lifetime,
        Seq<Instruction> instructions,
        Seq<LookupTable> lookupTables) {

    public Message {
        if (version == MessageVersion.LEGACY && !lookupTables.isEmpty()) {
            throw new IllegalArgumentException("a legacy message has no lookup tables");
        }
    }
}
