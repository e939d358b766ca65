package dev.mandate.testkit.chain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.TransactionFailure.InstructionFailed;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.address.ProgramDerivedAddress;
import io.vavr.collection.Array;
import io.vavr.collection.List;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** Steps that the tests of lookup tables share, with one authority. */
abstract class TableFixture extends ContractFixture {

    private final TestKey authority = stranger();

    TableFixture(ChainUnderTest tested) {
        super(tested);
    }

    TestKey authority() {
        return authority;
    }

    /** Returns the slot in which the next transaction lands. */
    long slot() {
        return read(authority.address()).slot();
    }

    ProgramDerivedAddress derived(long slot) {
        return PublishedTableLayouts.derived(authority.address(), slot);
    }

    static Array<Address> strangers(int count) {
        return Array.fill(count, () -> stranger().address());
    }

    /** Creates an empty table. */
    Address made(TestKey payer) {
        long slot = slot() - 1;
        lands(creation(payer, slot));
        return derived(slot).address();
    }

    Bytes creation(TestKey payer, long slot) {
        return transaction(payer, PublishedTableLayouts.create(authority.address(), payer.address(), slot));
    }

    /** Puts an active table that was filled long ago. */
    Address laid(Seq<Address> entries) {
        Address table = stranger().address();
        control().put(table, PublishedTableLayouts.table(Option.some(authority.address()), PublishedTableLayouts.NEVER, 1, 0, entries));
        return table;
    }

    /** Returns a transaction that the authority signs too if an instruction requires it. */
    Bytes transaction(TestKey payer, Instruction... instructions) {
        boolean asked = List.of(instructions)
                .flatMap(Instruction::accounts)
                .exists(meta -> meta.signer() && meta.address().equals(authority.address()));
        return asked
                ? signed(message(payer, instructions), payer, authority)
                : signed(message(payer, instructions), payer);
    }

    Bytes extension(TestKey payer, Address table, Seq<Address> entries) {
        return transaction(payer, PublishedTableLayouts.extend(table, authority.address(), payer.address(), entries));
    }

    /** Returns a transaction that pays 1 SOL to {@code entry}, which it loads from the table. */
    Bytes use(TestKey payer, Address table, Seq<Address> entries, Address entry) {
        return signed(
                new Message(
                        MessageVersion.V0,
                        payer.address(),
                        latest().blockhash(),
                        List.of(PublishedLayouts.transfer(payer.address(), entry, SOL)),
                        List.of(new LookupTable(table, Array.ofAll(entries)))),
                payer);
    }

    /** Asserts that the first instruction fails with this error of the runtime. */
    void assertRefused(String name, Bytes transaction) {
        assertRefused(new InstructionFailure.Named(name), transaction);
    }

    /** Asserts that the first instruction fails with this error code of its program. */
    void assertRefused(long code, Bytes transaction) {
        assertRefused(new InstructionFailure.Custom(code), transaction);
    }

    private void assertRefused(InstructionFailure expected, Bytes transaction) {
        TransactionFailure failure = refusal(transaction);
        if (!failure.equals(new InstructionFailed(0, expected))) {
            throw new AssertionError("expected " + expected + " of the first instruction: " + failure);
        }
    }

    /** Returns the entries of a table. */
    Array<Address> entries(Address table) {
        byte[] data = account(table).data().toArray();
        return Array.tabulate((data.length - 56) / 32, i -> Address.of(data, 56 + 32 * i));
    }
}
