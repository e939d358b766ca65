package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.byAdmin;
import static dev.mandate.engine.EngineFixture.byVoteOf;
import static dev.mandate.engine.EngineFixture.change;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.transfer.TransferQuery;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Whichever question the chain leaves unanswered: that is what the caller is told, and nothing else. */
class SilentChainTest {

    private static final int ENOUGH = 1_000;

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address shop = fixture.person("shop");
    private final Address mint = fixture.key("mint");
    private final Address account = fixture.account(NewAccount.of(1, ann, bob).lockedFor(60).collectingRentFor(bob));
    private final Address held = fixture.account(NewAccount.of(1, ann).administeredBy(bob));

    @Test
    void creationSaysSo() {
        holds(new BuildRequest.CreateAccount(
                fixture.key("new"), ann, NewAccount.of(1, ann).terms(), BuildOptions.DEFAULT));
    }

    @Test
    void changesOfSettingsSaySo() {
        holds(new BuildRequest.ChangeSettings(
                account,
                Array.of(new SettingsEdit.RemoveSigner(bob)),
                byVoteOf(ann),
                LeaversLimits.REVOKE,
                BuildOptions.DEFAULT));
        holds(change(
                held,
                byAdmin(),
                new SettingsEdit.SetTimeLock(new TimeLock(5)),
                new SettingsEdit.AddSigners(Array.of(NewAccount.allowedAll(bob)))));
        holds(new BuildRequest.HandOverAdmin(held, new AdminControl.None(), BuildOptions.DEFAULT));
    }

    @Test
    void limitsSaySo() {
        fixture.ledger.mint(mint, 6);
        fixture.ledger.tokens(held, mint, 1_000);
        Address limit =
                fixture.limit(held, fixture.limitTerms("limit", new Token.Mint(mint), 1_000, ann), byAdmin());

        holds(new BuildRequest.AddLimit(
                held, fixture.limitTerms("new", new Token.Sol(), 5, ann), byAdmin(), BuildOptions.DEFAULT));
        holds(new BuildRequest.RemoveLimit(held, limit, byAdmin(), BuildOptions.DEFAULT));
        holds(new BuildRequest.ReplaceLimit(
                held, limit, fixture.limitTerms("new", new Token.Sol(), 5, ann), byAdmin(), BuildOptions.DEFAULT));
        holds(new BuildRequest.UseLimit(held, limit, ann, shop, BaseUnits.of(5), BuildOptions.DEFAULT));
        holdsForReading(custody -> custody.limits(held));
    }

    @Test
    void preparationSaysSo() {
        LookupTable table = fixture.ledger.table(fixture.key("table"), shop);
        BuildOptions options = BuildOptions.DEFAULT.withNonce(fixture.ledger.nonce(fixture.key("nonce"), ann));

        holds(new BuildRequest.Prepare(
                account,
                ClientTransactions.transaction(
                        account,
                        table,
                        ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(1_000)),
                        SystemProgram.transfer(account, shop, BaseUnits.of(EngineFixture.SOL))),
                Array.of(ann),
                options));
    }

    @Test
    void everyStepOfATransactionSaysSo() {
        BuildRequest propose = new BuildRequest.Propose(
                account,
                new Proposable.Transaction(ClientTransactions.transfer(account, shop, EngineFixture.SOL)),
                ann,
                BuildOptions.DEFAULT);
        holds(propose);
        fixture.lands(propose);
        holds(EngineFixture.votes(account, 1, Vote.APPROVE, ann));
        holdsForReading(custody -> custody.transaction(account, 1));
        holdsForReading(custody -> custody.transactions(account, OptionalLong.empty(), 10));
        fixture.lands(EngineFixture.votes(account, 1, Vote.APPROVE, ann));
        fixture.pass(60);
        holds(EngineFixture.execute(account, 1, ann));
        fixture.lands(EngineFixture.execute(account, 1, ann));
        holds(new BuildRequest.Close(account, 1, ann, BuildOptions.DEFAULT));
    }

    @Test
    void readingAndRegisteringSaySo() {
        SettingsAddress settings = fixture.custody.account(account).get().ref().settings();

        fixture.ledger.mint(mint, 6);
        fixture.ledger.tokens(account, mint, 1_000);
        holdsForReading(custody -> custody.account(account));
        holdsForReading(custody -> custody.balances(account));
        fixture.chain().airdrop(account, BaseUnits.of(EngineFixture.SOL));
        holdsForReading(custody -> custody.transfers(account, TransferQuery.newest(10)));
        holdsForReading(custody -> custody.register(settings));
    }

    @Test
    void submissionsAreRefusedIfTheChainCannotBeRead() {
        TransactionPlan built = fixture.builds(
                change(held, byAdmin(), new SettingsEdit.SetTimeLock(new TimeLock(5))));

        SilentChain silent = new SilentChain(fixture.chain(), 0);

        assertEquals(
                Either.left(new SubmissionRefusal.NotAsked(new BuildRefusal.ChainSilent(SilentChain.FAULT))),
                engine(silent).submit(held, fixture.signed(built), Array.empty(), new Retry.Unnamed()));

        fixture.land(built);
    }

    private void holds(BuildRequest request) {
        holdsForReading(custody -> custody.build(request));
    }

    private <T> void holdsForReading(Function<Custody, Either<BuildRefusal, T>> question) {
        SilentChain talkative = new SilentChain(fixture.chain(), ENOUGH);
        Either<BuildRefusal, T> answer = question.apply(engine(talkative));
        assertTrue(answer.isRight(), answer::toString);

        for (int answers = 0; answers < ENOUGH - talkative.answersLeft(); answers++) {
            assertEquals(
                    Either.left(new BuildRefusal.ChainSilent(SilentChain.FAULT)),
                    question.apply(engine(new SilentChain(fixture.chain(), answers))),
                    "after " + answers + " answers");
        }
    }

    private Custody engine(SilentChain chain) {
        return EngineFixture.engine(chain, fixture.journal(), fixture.ledger::nonces);
    }
}
