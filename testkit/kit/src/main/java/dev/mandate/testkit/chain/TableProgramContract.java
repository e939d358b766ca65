package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.address.ProgramDerivedAddress;
import io.vavr.collection.Array;
import io.vavr.collection.List;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/**
 * Creating, extending and freezing lookup tables.
 *
 * <p>Not asserted: compute units, because releases of the program differ.
 */
abstract class TableProgramContract extends TableFixture {

    TableProgramContract(ChainUnderTest tested) {
        super(tested);
    }

    @Test
    void makesAnEmptyTableForAnAuthorityThatNeedNotSign() {
        TestKey payer = rich();
        long slot = slot() - 1;
        lands(creation(payer, slot));
        assertEquals(
                PublishedTableLayouts.table(Option.some(authority().address()), PublishedTableLayouts.NEVER, 0, 0, List.empty()),
                account(derived(slot).address()));
        assertEquals(100 * SOL - SIGNATURE_FEE - PublishedTableLayouts.rent(0), lamports(payer));
    }

    @Test
    void fillsATableInTwoTransactionsAndUsesItInTheNext() {
        TestKey payer = rich();
        Array<Address> entries = strangers(40);
        Address table = made(payer);
        lands(extension(payer, table, entries.take(25)));
        long second = slot();
        lands(extension(payer, table, entries.drop(25)));
        assertEquals(
                PublishedTableLayouts.table(Option.some(authority().address()), PublishedTableLayouts.NEVER, second, 25, entries),
                account(table));
        lands(use(payer, table, entries, entries.last()));
        assertEquals(SOL, account(entries.last()).lamports().bits());
    }

    @Test
    void makesFillsAndExtendsATableInOneTransaction() {
        TestKey payer = rich();
        Array<Address> entries = strangers(3);
        long slot = slot();
        Address table = derived(slot - 1).address();
        lands(transaction(
                payer,
                PublishedTableLayouts.create(authority().address(), payer.address(), slot - 1),
                PublishedTableLayouts.extend(table, authority().address(), payer.address(), entries.take(1)),
                PublishedTableLayouts.extend(table, authority().address(), payer.address(), entries.drop(1))));
        // All entries were added in one slot, so the first of them has index 0.
        assertEquals(
                PublishedTableLayouts.table(Option.some(authority().address()), PublishedTableLayouts.NEVER, slot, 0, entries),
                account(table));
    }

    @Test
    void leavesATableThatIsThereAlreadyAsItIs() {
        TestKey payer = rich();
        long slot = slot() - 1;
        Instruction create = PublishedTableLayouts.create(authority().address(), payer.address(), slot);
        Address table = derived(slot).address();
        lands(transaction(payer, create));
        lands(extension(payer, table, strangers(2)));
        AccountData before = account(table);
        long lamports = lamports(payer);
        lands(transaction(payer, create));
        assertEquals(before, account(table));
        assertEquals(lamports - SIGNATURE_FEE, lamports(payer));
    }

    @Test
    void paysOnlyTheMissingRentOfATable() {
        TestKey payer = rich();
        long slot = slot() - 1;
        control().fund(derived(slot).address(), BaseUnits.of(RENT_MINIMUM));
        lands(creation(payer, slot));
        assertEquals(PublishedTableLayouts.rent(0), account(derived(slot).address()).lamports().bits());
        assertEquals(100 * SOL - SIGNATURE_FEE - (PublishedTableLayouts.rent(0) - RENT_MINIMUM), lamports(payer));
    }

    @Test
    void takesTheOldestSlotThatIsRemembered() {
        TestKey payer = rich();
        long slot = slot() - 512;
        lands(creation(payer, slot));
        assertEquals(PublishedLayouts.LOOKUP_TABLES, account(derived(slot).address()).owner());
    }

    @Test
    void refusesASlotThatIsTooOldOrHasNotEnded() {
        TestKey payer = rich();
        long now = slot();
        for (long slot : new long[] {now - 513, now, now + 1, 0, -1}) {
            assertRefused("InvalidInstructionData", creation(payer, slot));
        }
    }

    @Test
    void refusesATableThatIsNotTheDerivedOne() {
        TestKey payer = rich();
        long slot = slot() - 1;
        Address authority = authority().address();
        int bump = derived(slot).bump();
        AccountMeta paying = AccountMeta.writableSigner(payer.address());
        assertRefused(
                "InvalidArgument",
                transaction(payer, PublishedTableLayouts.create(stranger().address(), authority, paying, slot, bump)));
    }

    @Test
    void refusesABumpThatDerivesNothing() {
        TestKey payer = rich();
        long slot = slot() - 1;
        // Only the highest bump that derives an address is valid. Higher bumps derive none.
        TestKey other = strangerWhoseBumpIsNot255(slot);
        ProgramDerivedAddress derived = PublishedTableLayouts.derived(other.address(), slot);
        assertRefused(
                1,
                transaction(
                        payer,
                        PublishedTableLayouts.create(
                                derived.address(), other.address(), AccountMeta.writableSigner(payer.address()), slot, 255)));
    }

    private static TestKey strangerWhoseBumpIsNot255(long slot) {
        TestKey key = stranger();
        while (PublishedTableLayouts.derived(key.address(), slot).bump() == 255) {
            key = stranger();
        }
        return key;
    }

    @Test
    void refusesATableWhosePayerDoesNotSignOrHasTooLittle() {
        TestKey payer = rich();
        long slot = slot() - 1;
        Address authority = authority().address();
        ProgramDerivedAddress derived = derived(slot);
        AccountMeta unsigned = AccountMeta.writable(rich().address());
        assertRefused(
                "MissingRequiredSignature",
                transaction(
                        payer, PublishedTableLayouts.create(derived.address(), authority, unsigned, slot, derived.bump())));
        TestKey poor = holding(PublishedTableLayouts.rent(0) - 1);
        assertRefused(1, signed(message(payer, PublishedTableLayouts.create(authority, poor.address(), slot)), payer, poor));
    }

    @Test
    void extendsOnlyForItsAuthority() {
        TestKey payer = rich();
        Address table = laid(strangers(1));
        TestKey other = stranger();
        Instruction extend = PublishedTableLayouts.extend(table, other.address(), payer.address(), strangers(1));
        assertRefused("IncorrectAuthority", signed(message(payer, extend), payer, other));
        Instruction unsigned = PublishedTableLayouts.with(
                PublishedTableLayouts.extend(table, authority().address(), payer.address(), strangers(1)),
                1,
                AccountMeta.readonly(authority().address()));
        assertRefused("MissingRequiredSignature", signed(message(payer, unsigned), payer));
    }

    @Test
    void needsNoPayerWhereATableHoldsEnough() {
        TestKey payer = rich();
        Address table = laid(strangers(1));
        Instruction extend = PublishedTableLayouts.extend(table, authority().address(), strangers(1));
        assertRefused("NotEnoughAccountKeys", transaction(payer, extend));
        control().fund(table, BaseUnits.of(SOL));
        lands(transaction(payer, extend));
        assertEquals(PublishedTableLayouts.rent(1) + SOL, account(table).lamports().bits());
    }

    @Test
    void refusesToExtendByNothing() {
        TestKey payer = rich();
        assertRefused("InvalidInstructionData", extension(payer, laid(strangers(1)), Array.empty()));
    }

    @Test
    void refusesMoreEntriesAtOnceThanAPacketHolds() {
        TestKey payer = rich();
        Instruction extend =
                PublishedTableLayouts.extend(laid(strangers(1)), authority().address(), payer.address(), strangers(1));
        for (String count : List.of("2700000000000000", "0000000001000000", "ffffffffffffffff")) {
            byte[] data = extend.data().toArray();
            Bytes.ofHex(count).copyTo(data, 4);
            assertRefused(
                    "InvalidInstructionData",
                    transaction(payer, new Instruction(extend.program(), extend.accounts(), Bytes.of(data))));
        }
    }

    @Test
    void holds256EntriesAndNoMore() {
        TestKey payer = rich();
        Address table = laid(strangers(254));
        assertRefused("InvalidInstructionData", extension(payer, table, strangers(3)));
        Array<Address> last = strangers(2);
        lands(extension(payer, table, last));
        assertRefused("InvalidArgument", extension(payer, table, strangers(1)));
        assertRefused("InvalidArgument", extension(payer, table, Array.empty()));
        lands(use(payer, table, entries(table), last.last()));
        assertEquals(SOL, account(last.last()).lamports().bits());
    }

    @Test
    void refusesToExtendAReadonlyTable() {
        TestKey payer = rich();
        Address table = laid(strangers(1));
        Instruction extend = PublishedTableLayouts.extend(table, authority().address(), payer.address(), strangers(1));
        assertRefused(10, transaction(payer, PublishedTableLayouts.with(extend, 0, AccountMeta.readonly(table))));
    }

    @Test
    void refusesAnAccountThatIsNotATable() {
        TestKey payer = rich();
        Address table = stranger().address();
        control().put(table, PublishedLayouts.plain(SOL));
        assertRefused("InvalidAccountOwner", extension(payer, table, strangers(1)));
        control().put(table, new AccountData(BaseUnits.of(SOL), PublishedLayouts.LOOKUP_TABLES, Bytes.of(new byte[56]), false));
        assertRefused("UninitializedAccount", extension(payer, table, strangers(1)));
        control().put(table, new AccountData(BaseUnits.of(SOL), PublishedLayouts.LOOKUP_TABLES, Bytes.EMPTY, false));
        assertRefused("InvalidAccountData", extension(payer, table, strangers(1)));
    }

    @Test
    void aFrozenTableServesAndStaysAsItIs() {
        TestKey payer = rich();
        Array<Address> entries = strangers(2);
        Address table = laid(entries);
        Address authority = authority().address();
        lands(transaction(payer, PublishedTableLayouts.freeze(table, authority)));
        assertEquals(PublishedTableLayouts.table(Option.none(), PublishedTableLayouts.NEVER, 1, 0, entries), account(table));
        assertRefused("Immutable", extension(payer, table, strangers(1)));
        assertRefused("Immutable", transaction(payer, PublishedTableLayouts.freeze(table, authority)));
        assertRefused("Immutable", transaction(payer, PublishedTableLayouts.deactivate(table, authority)));
        assertRefused("Immutable", transaction(payer, PublishedTableLayouts.close(table, authority, payer.address())));
        lands(use(payer, table, entries, entries.head()));
        assertEquals(SOL, account(entries.head()).lamports().bits());
    }

    @Test
    void refusesToFreezeAnEmptyTableOrAnothers() {
        TestKey payer = rich();
        TestKey other = stranger();
        Address empty = laid(Array.empty());
        assertRefused(
                "InvalidInstructionData", transaction(payer, PublishedTableLayouts.freeze(empty, authority().address())));
        Instruction freeze = PublishedTableLayouts.freeze(laid(strangers(1)), other.address());
        assertRefused("IncorrectAuthority", signed(message(payer, freeze), payer, other));
    }
}
