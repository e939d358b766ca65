package dev.mandate.testkit.referee.corpus;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.solana.wire.CompiledMessage;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * One transaction and the program's answer.
 *
 * @param seconds by which the clock moves before it
 * @param failure none if it was accepted
 * @param changed the accounts that it changed; none for one that it removed
 */
record RecordedStep(
        long seconds,
        Address payer,
        Array<Instruction> instructions,
        Option<TransactionFailure> failure,
        Map<Address, Option<AccountData>> changed) {

    /** Returns the message without a blockhash. */
    CompiledMessage message() {
        return message(payer, instructions);
    }

    static CompiledMessage message(Address payer, Array<Instruction> instructions) {
        return TestTransactions.compiled(
                new Message(MessageVersion.LEGACY, payer, new Blockhash(Bytes32.ZERO), instructions, Array.empty()));
    }
}
