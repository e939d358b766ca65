package dev.mandate.engine;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.TransactionConfig;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;

/** Transactions as clients submit them to be prepared: bytes with a payer and a blockhash that are not read. */
final class ClientTransactions {

    private ClientTransactions() {}

    static Bytes transaction(Address payer, Instruction... instructions) {
        return compiled(MessageVersion.LEGACY, payer, Array.empty(), instructions);
    }

    static Bytes transaction(Address payer, LookupTable table, Instruction... instructions) {
        return compiled(MessageVersion.V0, payer, Array.of(table), instructions);
    }

    /** In version 1, which holds more. */
    static Bytes version1(Address payer, Instruction... instructions) {
        return compiled(MessageVersion.V1, payer, Array.empty(), instructions);
    }

    static Bytes version1(Address payer, TransactionConfig config, Instruction... instructions) {
        return compiled(new Message(
                MessageVersion.V1, payer, new Blockhash(Bytes32.ZERO), config, Array.of(instructions), Array.empty()));
    }

    static Bytes transfer(Address from, Address to, long lamports) {
        return transaction(from, SystemProgram.transfer(from, to, BaseUnits.of(lamports)));
    }

    private static Bytes compiled(
            MessageVersion version, Address payer, Array<LookupTable> tables, Instruction... instructions) {
        return compiled(new Message(version, payer, new Blockhash(Bytes32.ZERO), Array.of(instructions), tables));
    }

    private static Bytes compiled(Message message) {
        return new SolanaFormat()
                .compile(message)
                .getOrElseThrow(refusal -> new AssertionError("the test's own transaction: " + refusal))
                .transaction();
    }
}
