package dev.mandate.testkit.referee;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.LookupTableAccount;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.SquadsV4;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/** The people, multisigs and mints of a comparison, and their initial balances. */
public final class ComparisonAccounts {

    static final SquadsAddresses SQUADS = SquadsAddresses.V4;

    private static final long SOL = 1_000_000_000;
    private static final int PEOPLE = 7;

    /** Has a large balance and is a member of no multisig. */
    static final TestKey PAYER = TestKey.of("stage payer");

    static final Array<TestKey> PEOPLE_KEYS = Array.range(0, PEOPLE).map(n -> TestKey.of("stage person " + n));
    static final Array<TestKey> CREATE_KEYS = Array.range(0, 2).map(n -> TestKey.of("stage create key " + n));
    static final Array<Address> PEOPLE_ADDRESSES = PEOPLE_KEYS.map(TestKey::address);
    static final Array<SettingsAddress> MULTISIGS =
            CREATE_KEYS.map(key -> new SettingsAddress(SQUADS.multisig(key.address()).address()));
    static final Array<Address> LIMIT_KEYS =
            Array.range(0, 3).map(n -> TestKey.of("stage limit " + n).address());
    static final Array<Address> MINTS =
            Array.range(0, 2).map(n -> TestKey.of("stage mint " + n).address());
    static final int DECIMALS = 6;

    static final Set<Address> PROGRAMS = HashSet.of(
            SquadsV4.PROGRAM, TokenProgram.TOKEN.id(), AssociatedTokenProgram.ID, MemoProgram.ID, SystemProgram.ID);

    /** The lookup table from which stored messages may load keys. */
    static final LookupTable TABLE = new LookupTable(
            TestKey.of("stage table").address(),
            Array.ofAll(PEOPLE_ADDRESSES)
                    .appendAll(MULTISIGS.map(SettingsAddress::address))
                    .appendAll(MINTS)
                    .append(TokenProgram.TOKEN.id())
                    .append(tokens(PEOPLE_ADDRESSES.head(), MINTS.head())));

    public static final Map<Address, TestKey> KEYS = HashMap.ofEntries(
            PEOPLE_KEYS.appendAll(CREATE_KEYS).append(PAYER).map(key -> io.vavr.Tuple.of(key.address(), key)));

    private ComparisonAccounts() {}

    static Address vault(int multisig, int index) {
        return SQUADS.vault(MULTISIGS.get(multisig), index).address();
    }

    static Address tokens(Address owner, Address mint) {
        return AssociatedTokenProgram.account(owner, mint, TokenProgram.TOKEN).address();
    }

    /** Sets lamports and tokens. The last two people have almost nothing and nothing. */
    public static void set(ChainControl chain) {
        chain.fund(PAYER.address(), BaseUnits.of(1_000 * SOL));
        for (Address person : PEOPLE_ADDRESSES.dropRight(2)) {
            chain.fund(person, BaseUnits.of(10 * SOL));
        }
        chain.fund(PEOPLE_ADDRESSES.get(PEOPLE - 2), BaseUnits.of(2_000_000));
        for (int multisig = 0; multisig < MULTISIGS.size(); multisig++) {
            chain.fund(vault(multisig, 0), BaseUnits.of(5 * SOL));
        }
        chain.put(
                TABLE.table(),
                account(
                        LookupTableAccount.PROGRAM,
                        new LookupTableAccount(LookupTableAccount.NEVER, 0, 0, Option.none(), TABLE.entries())
                                .encode()));
        for (Address mint : MINTS) {
            chain.put(
                    mint,
                    token(new MintAccount(Option.none(), BaseUnits.of(1_000_000), DECIMALS, Option.none(), Bytes.EMPTY)
                            .encode()));
            for (Address owner : holders()) {
                chain.put(
                        tokens(owner, mint),
                        token(TokenAccount.of(mint, owner, BaseUnits.of(50_000)).encode()));
            }
        }
    }

    private static Array<Address> holders() {
        return Array.of(vault(0, 0), vault(1, 0)).appendAll(PEOPLE_ADDRESSES.take(2));
    }

    private static AccountData token(Bytes data) {
        return account(TokenProgram.TOKEN.id(), data);
    }

    private static AccountData account(Address owner, Bytes data) {
        return new AccountData(BaseUnits.of((128 + data.length()) * 6_960L), owner, data, false);
    }
}
