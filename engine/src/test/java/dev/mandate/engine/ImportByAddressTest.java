package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.tenant.ImportRefusal;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.RanInstruction;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.SquadsV4;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** Accounts are imported by their own addresses: an operation of the account, found in its history, names the settings. */
class ImportByAddressTest {

    private static final Retry ONCE = new Retry.Unnamed();
    private static final Address OTHER = SquadsV4.SMART_ACCOUNT_PROGRAM;

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address account = fixture.account(NewAccount.of(2, ann, bob));

    @Test
    void anOperationOfTheAccountNamesItsSettings() {
        operate();

        assertEquals(Either.right(fixture.custody.account(account).get().ref()), elsewhere(fixture.chain()).importAccountAt(account, ONCE));
    }

    @Test
    void paymentsSinceDoNotHideIt() {
        operate();
        for (int count = 1; count <= 45; count++) {
            fixture.landsBesides(ann, SystemProgram.transfer(ann, account, BaseUnits.of(count)));
        }

        assertEquals(Either.right(fixture.custody.account(account).get().ref()), elsewhere(fixture.chain()).importAccountAt(account, ONCE));
    }

    @Test
    void withoutOneTheSettingsMustBeNamed() {
        assertEquals(
                Either.left(new ImportRefusal.SettingsUnknown(account)), elsewhere(fixture.chain()).importAccountAt(account, ONCE));
        assertEquals(Either.left(new ImportRefusal.SettingsUnknown(bob)), elsewhere(fixture.chain()).importAccountAt(bob, ONCE));
    }

    @Test
    void thoseOfAKnownAccountAreNotSearched() {
        TenantService service = (TenantService) EngineFixture.engine(fixture.chain(), fixture.journal());

        assertEquals(Either.right(fixture.custody.account(account).get().ref()), service.importAccountAt(account, ONCE));
    }

    @Test
    void anAccountOfTheOtherProgramIsNamedAsSuch() {
        operate();
        Address settings = fixture.key("settings elsewhere");
        fixture.chain().put(settings, new AccountData(BaseUnits.of(1), OTHER, Bytes.of(new byte[8]), false));
        Chain ofOther = new AlteredChain(fixture.chain(), "landed", arguments -> Either.right(Array.of(Option.some(operationOfOther())))).chain();

        assertEquals(
                Either.left(new ImportRefusal.OtherProgram(OTHER)),
                elsewhere(fixture.chain()).importAccount(new SettingsAddress(settings), ONCE));
        assertEquals(Either.left(new ImportRefusal.OtherProgram(OTHER)), elsewhere(ofOther).importAccountAt(account, ONCE));
    }

    private void operate() {
        fixture.lands(EngineFixture.prepare(account, ClientTransactions.transfer(account, bob, 1_000), ann, bob));
    }

    private LandedTransaction operationOfOther() {
        return new LandedTransaction(
                Array.empty(),
                Bytes.EMPTY,
                1,
                Option.none(),
                Option.none(),
                Array.of(new RanInstruction(InstructionPosition.outer(0), new Instruction(OTHER, Array.empty(), Bytes.EMPTY))),
                LandedTransaction.Balances.NONE,
                LandedTransaction.Balances.NONE);
    }

    /** A tenant's engine with a journal of its own, which does not know the account. */
    private static TenantService elsewhere(Chain chain) {
        return (TenantService) EngineFixture.engine(chain, new InMemoryJournal());
    }
}
