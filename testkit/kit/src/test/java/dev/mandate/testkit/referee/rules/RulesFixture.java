package dev.mandate.testkit.referee.rules;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.TokenFormat.MintFacts;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.format.SplTokens;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.testkit.generators.HistoryParticipants;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/** People with keys and SOL, the addresses of one account, and vaults that always hold enough. */
final class RulesFixture {

    static final SquadsV4Program PROGRAM = SquadsV4Program.PUBLIC;
    static final TestKey CREATE_KEY = TestKey.of("game create key");
    static final TestKey PAYER = TestKey.of("game payer");
    static final AccountRef ACCOUNT = PROGRAM.locate(CREATE_KEY.address());
    static final Array<TestKey> PEOPLE = Array.range(0, 6).map(number -> TestKey.of("game person " + number));
    static final MintFacts MINT =
            new MintFacts(TestKey.of("game mint").address(), TokenProgram.TOKEN.id(), 6);
    static final HistoryParticipants CAST = new HistoryParticipants(
            PEOPLE.map(TestKey::address),
            Array.range(0, 3).map(RulesFixture::slot),
            Array.of(MINT.mint()));
    static final Map<Address, TestKey> KEYS = PEOPLE.append(CREATE_KEY)
            .append(PAYER)
            .toMap(TestKey::address, key -> key);

    private static final SplTokens TOKENS = new SplTokens();
    private static final Array<Integer> VAULTS = Array.of(0, 1, 2, 255);
    private static final BaseUnits RICH = BaseUnits.of(1_000_000_000_000L);

    private RulesFixture() {}

    static void prepare(ChainControl chain) {
        chain.fund(PAYER.address(), RICH);
        PEOPLE.forEach(person -> chain.fund(person.address(), RICH));
        chain.put(
                MINT.mint(),
                token(new MintAccount(Option.none(), BaseUnits.of(1_000_000_000), 6, Option.none(), Bytes.EMPTY).encode()));
        for (Address holder : CAST.people().appendAll(VAULTS.map(RulesFixture::vault))) {
            chain.put(
                    tokens(holder),
                    token(TokenAccount.of(MINT.mint(), holder, BaseUnits.of(1_000_000)).encode()));
        }
        VAULTS.forEach(vault -> chain.fund(vault(vault), RICH));
    }

    static Address vault(int index) {
        return PROGRAM.vaultAddress(ACCOUNT, index);
    }

    static Address tokens(Address owner) {
        return TOKENS.accountOf(owner, MINT);
    }

    /** Returns the content of a vault transaction: a payment to a recipient that can always receive it. */
    static TransactionContent.VaultInstructions payment(int vaultIndex) {
        Instruction transfer =
                SystemProgram.transfer(vault(vaultIndex), PAYER.address(), BaseUnits.of(1_000 + vaultIndex));
        return PROGRAM.store(ACCOUNT, vaultIndex, Array.of(transfer), Array.empty()).get();
    }

    private static HistoryParticipants.Slot slot(int number) {
        Address createKey = TestKey.of("game limit " + number).address();
        return new HistoryParticipants.Slot(createKey, PROGRAM.limitAddress(ACCOUNT, createKey));
    }

    private static AccountData token(Bytes data) {
        return new AccountData(
                BaseUnits.of((128 + data.length()) * 6_960L), TokenProgram.TOKEN.id(), data, false);
    }
}
