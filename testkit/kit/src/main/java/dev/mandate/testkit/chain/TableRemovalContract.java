package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure.InstructionFailed;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/**
 * Deactivating and closing lookup tables. A table can be closed once the chain no longer remembers the slot of its deactivation.
 *
 * <p>Not asserted: how many seconds the 512 slots take, because slots of the network differ in length.
 */
abstract class TableRemovalContract extends TableFixture {

    TableRemovalContract(ChainUnderTest tested) {
        super(tested);
    }

    private Address deactivated(TestKey payer, Array<Address> entries) {
        Address table = laid(entries);
        lands(transaction(payer, PublishedTableLayouts.deactivate(table, authority().address())));
        return table;
    }

    @Test
    void aTableServesFor512SlotsMoreAndIsClosedAfterThem() {
        TestKey payer = rich();
        TestKey recipient = stranger();
        Array<Address> entries = strangers(2);
        Address table = laid(entries);
        Instruction close = PublishedTableLayouts.close(table, authority().address(), recipient.address());
        long deactivated = slot();
        lands(transaction(payer, PublishedTableLayouts.deactivate(table, authority().address())));
        assertEquals(
                PublishedTableLayouts.table(Option.some(authority().address()), deactivated, 1, 0, entries), account(table));
        assertRefused("InvalidArgument", transaction(payer, close));
        // 510 slots.
        control().advance(204);
        lands(use(payer, table, entries, entries.head()));
        assertEquals(deactivated + 512, slot());
        assertRefused("InvalidArgument", transaction(payer, close));
        lands(use(payer, table, entries, entries.last()));
        assertEquals(SOL, account(entries.last()).lamports().bits());

        assertEquals(named("AddressLookupTableNotFound"), refusal(use(payer, table, entries, entries.last())));
        lands(transaction(payer, close));
        assertEquals(PublishedTableLayouts.rent(2), lamports(recipient));
        assertFalse(read(table).owned().containsKey(table));
    }

    @Test
    void aTableIsNotClosedInTheSlotOfItsDeactivation() {
        TestKey payer = rich();
        Address table = laid(strangers(1));
        assertEquals(
                new InstructionFailed(1, new InstructionFailure.Named("InvalidArgument")),
                refusal(transaction(
                        payer,
                        PublishedTableLayouts.deactivate(table, authority().address()),
                        PublishedTableLayouts.close(table, authority().address(), payer.address()))));
    }

    @Test
    void anActiveTableIsNotClosed() {
        TestKey payer = rich();
        Instruction close = PublishedTableLayouts.close(laid(strangers(1)), authority().address(), payer.address());
        assertRefused("InvalidArgument", transaction(payer, close));
    }

    @Test
    void aDeactivatedTableIsNeitherExtendedNorFrozenNorDeactivatedAgain() {
        TestKey payer = rich();
        Address table = deactivated(payer, strangers(1));
        assertRefused("InvalidArgument", extension(payer, table, strangers(1)));
        assertRefused("InvalidArgument", transaction(payer, PublishedTableLayouts.freeze(table, authority().address())));
        assertRefused("InvalidArgument", transaction(payer, PublishedTableLayouts.deactivate(table, authority().address())));
    }

    @Test
    void onlyTheAuthorityDeactivatesAndCloses() {
        TestKey payer = rich();
        TestKey other = stranger();
        Address table = laid(strangers(1));
        Instruction deactivate = PublishedTableLayouts.deactivate(table, other.address());
        assertRefused("IncorrectAuthority", signed(message(payer, deactivate), payer, other));
        AccountMeta unsigned = AccountMeta.readonly(authority().address());
        assertRefused(
                "MissingRequiredSignature",
                signed(message(payer, PublishedTableLayouts.with(deactivate, 1, unsigned)), payer));
        Instruction close = PublishedTableLayouts.close(table, other.address(), payer.address());
        assertRefused("IncorrectAuthority", signed(message(payer, close), payer, other));
        assertRefused(
                "MissingRequiredSignature", signed(message(payer, PublishedTableLayouts.with(close, 1, unsigned)), payer));
    }

    @Test
    void refusesToCloseIntoTheTableItselfOrAReadonlyAccount() {
        TestKey payer = rich();
        Address table = laid(strangers(1));
        Address authority = authority().address();
        assertRefused("InvalidArgument", transaction(payer, PublishedTableLayouts.close(table, authority, table)));
        lands(transaction(payer, PublishedTableLayouts.deactivate(table, authority)));
        control().advance(206);
        Address recipient = rich().address();
        Instruction close = PublishedTableLayouts.close(table, authority, recipient);
        assertRefused(11, transaction(payer, PublishedTableLayouts.with(close, 2, AccountMeta.readonly(recipient))));
        assertRefused(10, transaction(payer, PublishedTableLayouts.with(close, 0, AccountMeta.readonly(table))));
    }

    @Test
    void aTableThatIsDeactivatedInTheFutureDoesNotServe() {
        TestKey payer = rich();
        Array<Address> entries = strangers(1);
        Address table = stranger().address();
        control().put(table, PublishedTableLayouts.table(Option.some(authority().address()), slot() + 1, 1, 0, entries));
        assertEquals(named("AddressLookupTableNotFound"), refusal(use(payer, table, entries, entries.head())));
    }

    @Test
    void refusesToDeactivateAReadonlyTable() {
        TestKey payer = rich();
        Address table = laid(strangers(1));
        Instruction deactivate = PublishedTableLayouts.deactivate(table, authority().address());
        assertRefused(
                "ReadonlyDataModified", transaction(payer, PublishedTableLayouts.with(deactivate, 0, AccountMeta.readonly(table))));
    }
}
