package dev.mandate.testsupport.toy;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.TransactionBatches;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** The program has none: no instruction and no account is one. */
final class ToyBatches implements TransactionBatches {

    private static IllegalArgumentException absent() {
        return new IllegalArgumentException("this program has no batches");
    }

    @Override
    public Option<Step> step(Instruction instruction) {
        return Option.none();
    }

    @Override
    public Option<Batch> read(AccountRef account, AccountData stored) {
        return Option.none();
    }

    @Override
    public Address transactionAddress(AccountRef account, long index, long number) {
        throw absent();
    }

    @Override
    public TransactionContent content(int vaultIndex, AccountData transaction) {
        throw absent();
    }

    @Override
    public TransactionContent content(int vaultIndex, Step.Add added) {
        throw absent();
    }

    @Override
    public Bytes32 fingerprint(int vaultIndex, Seq<Bytes32> transactions) {
        throw absent();
    }
}
