package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.byAdmin;
import static dev.mandate.engine.EngineFixture.byVoteOf;
import static dev.mandate.engine.NewAccount.allowedAll;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Bytes of whole transactions: two of three signers and a fee payer apart. Each bound was measured at the npm SDK's own
 * transactions for the deployed program, which set no limits.
 */
class SizesTest {

    /** The compute budget program's address, a unit limit and a limit of loaded data. */
    private static final int LIMITS = 32 + 8 + 8;

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address cem = fixture.person("cem");
    private final Address dee = fixture.key("dee");
    private final Address payer = fixture.person("payer");
    private final Address shop = fixture.person("shop");
    private final BuildOptions paid = BuildOptions.DEFAULT.paidBy(payer);

    @Test
    void creation() {
        assertFits(
                552,
                fixture.landed(new BuildRequest.CreateAccount(
                        fixture.key("new"), payer, NewAccount.of(2, ann, bob, cem).terms(), BuildOptions.DEFAULT)));
    }

    @Nested
    class InOneTransaction {

        private final Address account = fixture.account(NewAccount.of(2, ann, bob, cem));
        private final Address mint = fixture.key("mint");

        InOneTransaction() {
            fixture.ledger.mint(mint, 6);
            fixture.ledger.tokens(account, mint, 1_000);
        }

        @Test
        void aTransferOfSol() {
            assertFits(767, prepared(transferOfSol(), paid));
        }

        @Test
        void aTransferOfSolWithAComputeBudget() {
            // Address and unit limit are in the bound.
            assertFits(
                    819 - 40,
                    prepared(transferOfSol(), paid.withComputeBudget(ComputeBudget.of(200_000, BaseUnits.of(1)))));
        }

        @Test
        void aTransferOfSolWithADurableNonce() {
            Address nonce = fixture.ledger.nonce(fixture.key("nonce"), payer);

            assertFits(841, prepared(transferOfSol(), paid.withNonce(nonce)));
        }

        @Test
        void aTransferOfTokens() {
            fixture.ledger.tokens(shop, mint, 1);

            assertFits(929, prepared(ClientTransactions.transaction(account, transferOfTokens()), paid));
        }

        @Test
        void aTransferOfTokensToAnAccountThatItMakes() {
            assertFits(1_103, prepared(ClientTransactions.transaction(account, makeAccount(), transferOfTokens()), paid));
        }

        @Test
        void aTransferOfTokensToAnAccountThatItMakesWithALookupTable() {
            Bytes transfer = ClientTransactions.transaction(
                    account,
                    fixture.ledger.table(
                            fixture.key("table"),
                            SystemProgram.ID,
                            TokenProgram.TOKEN.id(),
                            AssociatedTokenProgram.ID,
                            mint,
                            TestLedger.tokenAccount(account, mint),
                            TestLedger.tokenAccount(shop, mint),
                            account,
                            shop),
                    makeAccount(),
                    transferOfTokens());

            assertFits(834, prepared(transfer, paid));
        }

        @Test
        void addingASigner() {
            assertFits(613, changed(new SettingsEdit.AddSigners(Array.of(allowedAll(dee)))));
        }

        @Test
        void removingASigner() {
            assertFits(612, changed(new SettingsEdit.RemoveSigner(cem)));
        }

        @Test
        void changingTheThreshold() {
            assertFits(582, changed(new SettingsEdit.SetThreshold(new Threshold(3))));
        }

        @Test
        void aLimitForOne() {
            assertFits(728, limited(Array.of(ann), Array.empty()));
        }

        @Test
        void aLimitForTwoToTwo() {
            assertFits(824, limited(Array.of(ann, bob), Array.of(shop, dee)));
        }

        private TransactionPlan prepared(Bytes transaction, BuildOptions options) {
            return fixture.landed(new BuildRequest.Prepare(account, transaction, Array.of(ann, bob), options));
        }

        private TransactionPlan changed(SettingsEdit edit) {
            return SizesTest.this.changed(account, byVoteOf(ann, bob), edit);
        }

        private TransactionPlan limited(Array<Address> signers, Array<Address> destinations) {
            return SizesTest.this.limited(account, byVoteOf(ann, bob), signers, destinations);
        }

        private Bytes transferOfSol() {
            return ClientTransactions.transfer(account, shop, EngineFixture.SOL);
        }

        private Instruction makeAccount() {
            return AssociatedTokenProgram.create(account, shop, mint, TokenProgram.TOKEN);
        }

        private Instruction transferOfTokens() {
            return TokenProgram.TOKEN.transferChecked(
                    TestLedger.tokenAccount(account, mint),
                    mint,
                    TestLedger.tokenAccount(shop, mint),
                    account,
                    BaseUnits.of(10),
                    6);
        }
    }

    @Nested
    class WithATimeLock {

        private final Address account = fixture.account(NewAccount.of(2, ann, bob, cem).lockedFor(60));
        private final TransactionPlan approved = fixture.landed(new BuildRequest.Prepare(
                account, ClientTransactions.transfer(account, shop, EngineFixture.SOL), Array.of(ann, bob), paid));

        @Test
        void proposalAndApprovals() {
            assertFits(685, approved);
        }

        @Test
        void execution() {
            fixture.pass(60);

            assertFits(472, fixture.landed(new BuildRequest.Execute(account, 1, Array.of(cem), paid)));
        }
    }

    @Nested
    class WithinALimit {

        private final Address account = fixture.account(NewAccount.of(1, ann));

        @Test
        void spendingSol() {
            assertFits(453, spent(new Token.Sol(), 1_000_000));
        }

        @Test
        void spendingTokens() {
            Address mint = fixture.key("mint");
            fixture.ledger.mint(mint, 6);
            fixture.ledger.tokens(account, mint, 1_000);
            fixture.ledger.tokens(shop, mint, 0);

            assertFits(581, spent(new Token.Mint(mint), 10));
        }

        private TransactionPlan spent(Token token, long amount) {
            Address limit =
                    fixture.limit(account, fixture.limitTerms("limit", token, amount, ann), byVoteOf(ann));
            return fixture.landed(
                    new BuildRequest.UseLimit(account, limit, ann, shop, BaseUnits.of(amount), paid));
        }
    }

    @Nested
    class ByTheAdmin {

        private final Address account =
                fixture.account(NewAccount.of(2, ann, bob, cem).administeredBy(fixture.person("admin")));

        @Test
        void addingASigner() {
            assertFits(375, changed(new SettingsEdit.AddSigners(Array.of(allowedAll(dee)))));
        }

        @Test
        void removingASigner() {
            assertFits(342, changed(new SettingsEdit.RemoveSigner(cem)));
        }

        @Test
        void changingTheThreshold() {
            assertFits(312, changed(new SettingsEdit.SetThreshold(new Threshold(3))));
        }

        @Test
        void changingTheTimeLock() {
            assertFits(314, changed(new SettingsEdit.SetTimeLock(new TimeLock(60))));
        }

        @Test
        void aLimit() {
            assertFits(489, limited(account, byAdmin(), Array.of(ann), Array.empty()));
        }

        private TransactionPlan changed(SettingsEdit edit) {
            return SizesTest.this.changed(account, byAdmin(), edit);
        }
    }

    private TransactionPlan changed(Address account, Authority authority, SettingsEdit edit) {
        return fixture.landed(new BuildRequest.ChangeSettings(
                account, Array.of(edit), authority, LeaversLimits.REFUSE, paid));
    }

    private TransactionPlan limited(
            Address account, Authority authority, Array<Address> signers, Array<Address> destinations) {
        LimitTerms terms = LimitTerms.of(
                        fixture.key("limit"), new Token.Sol(), BaseUnits.of(1_000), Period.DAY, signers)
                .withDestinations(destinations);
        return fixture.landed(new BuildRequest.AddLimit(account, terms, authority, paid));
    }

    private static void assertFits(int bytes, TransactionPlan built) {
        int most = bytes + LIMITS;
        assertTrue(EngineFixture.bytes(built) <= most, () -> EngineFixture.bytes(built) + " bytes instead of " + most);
    }
}
