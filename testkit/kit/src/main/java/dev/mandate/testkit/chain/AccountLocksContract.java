package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.collection.List;
import org.junit.jupiter.api.Test;

/** How many accounts one transaction may lock: 64, loaded ones and programs with them. */
abstract class AccountLocksContract extends TableFixture {

    AccountLocksContract(ChainUnderTest tested) {
        super(tested);
    }

    /** Loads all of {@code entries}; the payer and the system program stand in the message itself. */
    private Bytes loading(TestKey payer, Address table, Array<Address> entries, Instruction... before) {
        Instruction transfer = PublishedLayouts.transfer(payer.address(), payer.address(), 1);
        // The system program looks at two accounts, and at no more.
        Instruction all = new Instruction(
                transfer.program(), transfer.accounts().appendAll(entries.map(AccountMeta::readonly)), transfer.data());
        return signed(
                new Message(
                        MessageVersion.V0,
                        payer.address(),
                        latest().blockhash(),
                        List.of(before).append(all),
                        List.of(new LookupTable(table, entries))),
                payer);
    }

    @Test
    void locks64AccountsAndNoMore() {
        TestKey payer = rich();
        Array<Address> entries = strangers(63);
        Address table = laid(entries);
        lands(loading(payer, table, entries.take(62)));
        assertEquals(named("TooManyAccountLocks"), refusal(loading(payer, table, entries)));
    }

    @Test
    void looksAtTheLocksBeforeTheComputeBudget() {
        TestKey payer = rich();
        Array<Address> entries = strangers(63);
        Address table = laid(entries);
        Instruction limit = PublishedLayouts.computeUnitLimit(1_000);
        assertEquals(named("TooManyAccountLocks"), refusal(loading(payer, table, entries, limit, limit)));
        // What the message expects of the table is not what is in it: it loads the payer.
        control().put(table, PublishedLayouts.lookupTable(entries.update(0, payer.address())));
        assertEquals(named("AccountLoadedTwice"), refusal(loading(payer, table, entries.take(2), limit, limit)));
    }
}
