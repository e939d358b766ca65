package dev.mandate.domain.chain;

import io.vavr.collection.Seq;

/**
 * A transaction before it is compiled to bytes. Either all instructions take effect or none.
 *
 * @param version the format to compile to
 * @param feePayer pays the fee and signs first
 * @param lifetime a recent blockhash, or a durable nonce's value; then the first instruction advances that nonce
 * @param config only for version 1; nothing is set in other versions
 * @param instructions in the order of execution
 * @param lookupTables only for version 0; empty for others
 */
public record Message(
        MessageVersion version,
        Address feePayer,
        Blockhash lifetime,
        TransactionConfig config,
        Seq<Instruction> instructions,
        Seq<LookupTable> lookupTables) {

    public Message {
        if (version != MessageVersion.V0 && !lookupTables.isEmpty()) {
            throw new IllegalArgumentException("only a message of version 0 has lookup tables");
        }
        if (version != MessageVersion.V1 && !config.equals(TransactionConfig.NONE)) {
            throw new IllegalArgumentException("only a message of version 1 has a config");
        }
    }

    /** A message without a config. */
    public Message(
            MessageVersion version,
            Address feePayer,
            Blockhash lifetime,
            Seq<Instruction> instructions,
            Seq<LookupTable> lookupTables) {
        this(version, feePayer, lifetime, TransactionConfig.NONE, instructions, lookupTables);
    }
}
