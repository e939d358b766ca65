package dev.mandate.domain.chain;

import io.vavr.collection.Seq;

/**
 * What a transaction asks of the chain, before it is compiled to bytes: all instructions land together or none does.
 *
 * @param version how it is to be compiled
 * @param feePayer pays the fee and signs first
 * @param lifetime a recent blockhash, or a durable nonce's value; then the first instruction advances that nonce
 * @param instructions in the order in which they run
 * @param lookupTables used by version 0 alone; empty for legacy
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
