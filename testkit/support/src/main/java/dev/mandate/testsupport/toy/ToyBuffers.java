package dev.mandate.testsupport.toy;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.transaction.TransactionContent.VaultInstructions;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.NewStorage;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.TransactionBuffers;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** The program has none: no account on the chain is one. */
final class ToyBuffers implements TransactionBuffers {

    private static IllegalArgumentException absent() {
        return new IllegalArgumentException("this program has no buffers");
    }

    @Override
    public Address address(AccountRef account, Address creator, int index) {
        return ToyAddresses.buffer(account.settings(), creator, index);
    }

    @Override
    public Seq<DataMatch> of(AccountRef account, Address creator) {
        return Array.of(new DataMatch(0, Bytes.of((byte) ToyAccounts.BUFFER)));
    }

    @Override
    public Option<Progress> progress(AccountData buffer, VaultInstructions content) {
        return Option.none();
    }

    @Override
    public Option<VaultInstructions> content(AccountData buffer, int vaultIndex) {
        return Option.none();
    }

    @Override
    public Instruction open(AccountRef account, Address creator, Address rentPayer, int index, VaultInstructions content, int bytes) {
        throw absent();
    }

    @Override
    public Instruction extend(AccountRef account, Address creator, int index, VaultInstructions content, int from, int to) {
        throw absent();
    }

    @Override
    public Instruction create(AccountRef account, Operation.CreateTransaction operation, int index) {
        throw absent();
    }

    @Override
    public NewStorage room(AccountRef account, Address creator, int index, VaultInstructions content) {
        throw absent();
    }
}
