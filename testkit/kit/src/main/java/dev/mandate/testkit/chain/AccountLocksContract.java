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

/**
 * One transaction may lock 64 accounts, loaded accounts and programs included.
 *
 * <p>Not asserted: conflicts between two transactions, because a chain under test runs one after the other.
 */
abstract class AccountLocksContract extends TableFixture {

    AccountLocksContract(ChainUnderTest tested) {
        super(tested);
    }

    /** Returns a message that loads all of {@code entries}. The message itself names the payer and the system program. */
    private Bytes loading(TestKey payer, Address table, Array<Address> entries, Instruction... before) {
        Instruction transfer = PublishedLayouts.transfer(payer.address(), payer.address(), 1);
        // The system program ignores accounts after the second.
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
        // The real content of the table differs from what the message expects: it loads the payer.
        control().put(table, PublishedLayouts.lookupTable(entries.update(0, payer.address())));
        assertEquals(named("AccountLoadedTwice"), refusal(loading(payer, table, entries.take(2), limit, limit)));
    }
}
