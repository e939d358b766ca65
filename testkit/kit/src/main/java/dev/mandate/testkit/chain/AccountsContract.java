package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.List;
import io.vavr.collection.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reading accounts, and the clock of the same slot.
 *
 * <p>Not asserted: the order of found accounts, because nodes list them in different orders.
 */
abstract class AccountsContract extends ContractFixture {

    /** More than a page of a careless adapter. */
    private static final int MANY = 120;

    private final Address program = stranger().address();
    private final Address first = stranger().address();
    private final Address second = stranger().address();

    AccountsContract(ChainUnderTest tested) {
        super(tested);
    }

    private AccountData ownedByProgram(int... content) {
        byte[] data = new byte[content.length];
        for (int i = 0; i < content.length; i++) {
            data[i] = (byte) content[i];
        }
        return new AccountData(BaseUnits.of(SOL), program, Bytes.of(data), false);
    }

    @Test
    void knowsNoUnfundedAccount() {
        assertEquals(HashMap.empty(), read(stranger().address(), stranger().address()).owned());
    }

    @Test
    void answersForNoAddressesWithTheClockAlone() {
        assertEquals(HashMap.empty(), read().owned());
    }

    @Test
    void answersTheSameOnceAllIsFinal() {
        Address funded = holding(SOL).address();
        List<AccountQuery> queries = List.of(new AccountQuery.OfAnyOwner(funded), new AccountQuery.OfAnyOwner(stranger().address()));

        assertEquals(answer(chain().accounts(queries)).accounts(), answer(chain().finalizedAccounts(queries)).accounts());
    }

    @Test
    void answersTheSameWhereSourcesHaveToAgree() {
        Address funded = holding(SOL).address();
        List<AccountQuery> queries = List.of(new AccountQuery.OfAnyOwner(funded), new AccountQuery.OfAnyOwner(stranger().address()));

        assertEquals(answer(chain().accounts(queries)).accounts(), answer(chain().agreeing().accounts(queries)).accounts());
        assertTrue(1 <= chain().agreement() && chain().agreement() <= chain().sources().size());
    }

    @Test
    void makesAnEmptyAccountOfTheSystemProgramByFunding() {
        TestKey key = holding(SOL);
        assertEquals(PublishedLayouts.plain(SOL), account(key.address()));
    }

    @Test
    void addsUpFundedLamports() {
        TestKey key = holding(SOL);
        control().fund(key.address(), BaseUnits.of(7));
        assertEquals(SOL + 7, lamports(key));
    }

    @Test
    void readsEachAccountThatExistsAndLeavesOutTheOthers() {
        control().put(first, ownedByProgram(1, 2, 3));
        control().put(second, ownedByProgram());
        assertEquals(
                HashMap.of(first, ownedByProgram(1, 2, 3), second, ownedByProgram()),
                read(second, stranger().address(), first).owned());
    }

    /** Anyone can copy data into an account of another program, or send lamports to an address before its account is made. */
    @Test
    void takesAnAccountForThatOfTheExpectedOwnerOnlyIfThatOwnerHasIt() {
        control().put(first, ownedByProgram(1, 2, 3));
        Address impostor = stranger().address();
        AccountData copied = new AccountData(BaseUnits.of(SOL), stranger().address(), Bytes.ofHex("010203"), false);
        control().put(impostor, copied);
        TestKey funded = holding(SOL);
        List<AccountQuery> queries = List.of(first, impostor, funded.address(), second)
                .map(address -> AccountQuery.ownedBy(address, program));

        AccountsSnapshot read = answer(chain().accounts(queries));

        assertEquals(
                List.of(
                        new FoundAccount.Owned(ownedByProgram(1, 2, 3)),
                        new FoundAccount.Foreign(copied.owner()),
                        new FoundAccount.Absent(),
                        new FoundAccount.Absent()),
                queries.map(read::at));
    }

    @Test
    void readsAHundredAccountsAtOnce() {
        List<Address> addresses = List.fill(100, () -> holding(SOL).address());
        assertEquals(addresses.toSet(), answer(chain().accounts(AccountQuery.ofAnyOwner(addresses))).owned().keySet());
    }

    @Test
    void replacesAnAccountWhole() {
        control().put(first, ownedByProgram(1, 2, 3));
        control().put(first, PublishedLayouts.plain(5));
        assertEquals(PublishedLayouts.plain(5), account(first));
    }

    @Test
    void forgetsAnAccountPutWithoutLamports() {
        control().put(first, ownedByProgram(1));
        control().put(first, PublishedLayouts.plain(0));
        assertEquals(HashMap.empty(), read(first).owned());
    }

    @Test
    void findsAccountsByOwnerAndContent() {
        Address third = stranger().address();
        control().put(first, ownedByProgram(1, 2, 3, 4));
        control().put(second, ownedByProgram(1, 9, 3, 4));
        control().put(third, ownedByProgram(1, 2, 3));
        AccountData ofAnother = new AccountData(BaseUnits.of(SOL), stranger().address(), Bytes.ofHex("01020304"), false);
        control().put(stranger().address(), ofAnother);
        assertEquals(HashSet.of(first, second, third), found());
        assertEquals(HashSet.of(first, second), found(new DataMatch(2, Bytes.ofHex("0304"))));
        assertEquals(HashSet.of(first), found(new DataMatch(2, Bytes.ofHex("0304")), new DataMatch(0, Bytes.ofHex("0102"))));
        assertEquals(HashSet.empty(), found(new DataMatch(3, Bytes.ofHex("0405"))));
    }

    /** Nodes keep indexes at the offsets of addresses. An account must leave the index when it changes or disappears. */
    @Test
    void findsAccountsByAnAddressInTheirContentAsItStandsNow() {
        Address held = stranger().address();
        Bytes before = at(8, held);
        Bytes elsewhere = at(32, held);
        DataMatch atEight = new DataMatch(8, Bytes.of(held.toArray()));
        DataMatch atThirtyTwo = new DataMatch(32, Bytes.of(held.toArray()));
        control().put(first, new AccountData(BaseUnits.of(SOL), program, before, false));
        control().put(second, new AccountData(BaseUnits.of(SOL), program, elsewhere, false));
        assertEquals(HashSet.of(first), found(atEight));
        assertEquals(HashSet.of(second), found(atThirtyTwo));
        assertEquals(HashSet.empty(), found(atEight, atThirtyTwo));
        control().put(second, new AccountData(BaseUnits.of(SOL), program, before, false));
        assertEquals(HashSet.of(first, second), found(atEight));
        assertEquals(HashSet.empty(), found(atThirtyTwo));
        control().put(first, new AccountData(BaseUnits.of(SOL), stranger().address(), before, false));
        control().put(second, PublishedLayouts.plain(0));
        assertEquals(HashSet.empty(), found(atEight));
    }

    private static Bytes at(int offset, Address address) {
        byte[] data = new byte[offset + Bytes32.LENGTH];
        address.bytes().copyTo(data, offset);
        return Bytes.of(data);
    }

    private Set<Address> found(DataMatch... matches) {
        return answer(chain().ownedAccounts(program, List.of(matches))).owned().keySet();
    }

    @Test
    void readsFoundAccountsWithTheirContentAndTheClock() {
        control().put(first, ownedByProgram(1, 2));
        AccountsSnapshot direct = answer(chain().accounts(List.of(AccountQuery.ownedBy(first, program))));
        assertEquals(direct, answer(chain().ownedAccounts(program, List.empty())));
    }

    @Test
    void keepsItsClockStillUntilAdvanced() {
        UnixTime before = read().chainTime();
        assertEquals(before, read().chainTime());
        control().advance(3_600);
        assertEquals(before.plusSeconds(3_600), read().chainTime());
    }

    @Test
    void countsSlotsAsTimePasses() {
        long before = read().slot();
        control().advance(10);
        assertEquals(before + 25, read().slot());
    }

    @Test
    void readsASlotThatATransactionMovesOn() {
        long before = read().slot();
        TestKey payer = rich();
        lands(signed(message(payer, PublishedLayouts.transfer(payer.address(), payer.address(), 0)), payer));
        assertEquals(before + 1, read().slot());
    }

    /** Above 2^53 a number of JSON is no longer exact for those who read it as a floating-point one. */
    @ParameterizedTest
    @ValueSource(longs = {(1L << 53) + 1, Long.MAX_VALUE, -2})
    void readsEveryBitOfAnAmount(long lamports) {
        AccountData account = new AccountData(BaseUnits.ofUnsignedBits(lamports), program, Bytes.EMPTY, false);
        control().put(first, account);
        assertEquals(account, account(first));
        control().put(first, PublishedLayouts.plain(0));
    }

    @Test
    void readsChangesSinceTheLastRead() {
        TestKey payer = rich();
        TestKey to = holding(SOL);
        AccountsSnapshot before = read(payer.address(), to.address());
        lands(signed(message(payer, PublishedLayouts.transfer(payer.address(), to.address(), SOL)), payer));
        AccountsSnapshot after = read(payer.address(), to.address());
        assertEquals(before.slot() + 1, after.slot());
        assertEquals(BaseUnits.of(2 * SOL), after.owned().get(to.address()).get().lamports());
    }

    @Test
    void findsAllOfManyAccounts() {
        Set<Address> addresses = List.fill(MANY, () -> stranger().address()).toSet();
        addresses.forEach(address -> control().put(address, ownedByProgram(1)));
        assertEquals(addresses, found());
    }
}
