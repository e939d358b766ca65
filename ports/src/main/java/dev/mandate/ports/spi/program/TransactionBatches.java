package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.spi.chain.AccountData;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * Batches: transactions of one vault that are voted on together and executed one by one. They are read to be explained; the engine neither makes
 * nor approves nor executes one.
 */
public interface TransactionBatches {

    /**
     * A batch on the chain.
     *
     * @param index among the transactions of its account
     * @param size number of its transactions, which are numbered from 1
     * @param executed the number of the last one that was executed; they are executed in order
     */
    record Batch(long index, int vaultIndex, long size, long executed) {}

    /** A step of a batch, read from an instruction. */
    sealed interface Step {

        SettingsAddress settings();

        /** The address of the batch. */
        Address batch();

        record Create(SettingsAddress settings, Address batch, int vaultIndex) implements Step {}

        /**
         * Adds a transaction.
         *
         * @param content of the transaction, in the program's own encoding
         */
        record Add(SettingsAddress settings, Address batch, Address transaction, Bytes content) implements Step {}

        record Execute(SettingsAddress settings, Address batch, Address transaction) implements Step {}
    }

    /** The step that an instruction is, if it is one. It is read as the program reads it: bytes and accounts that follow are ignored. */
    Option<Step> step(Instruction instruction);

    /** Reads a batch of {@code account}; none if it is no batch, or of another account. */
    Option<Batch> read(AccountRef account, AccountData stored);

    /** The address of a transaction of the batch at {@code index}. */
    Address transactionAddress(AccountRef account, long index, long number);

    /** Reads the content of a transaction of a batch. */
    TransactionContent content(int vaultIndex, AccountData transaction);

    /** The content of a transaction as it is added. */
    TransactionContent content(int vaultIndex, Step.Add added);

    /** A hash of the content of a batch. Different contents, and other orders of them, have different hashes. */
    Bytes32 fingerprint(int vaultIndex, Seq<Bytes32> transactions);
}
