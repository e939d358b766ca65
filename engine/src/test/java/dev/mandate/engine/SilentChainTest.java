package dev.mandate.engine;

import static dev.mandate.engine.Scene.byAdmin;
import static dev.mandate.engine.Scene.byVoteOf;
import static dev.mandate.engine.Scene.change;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.chain.SignatureStatus;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.ports.custody.Custody;
import dev.mandate.ports.custody.LeaversLimits;
import dev.mandate.ports.custody.Proposable;
import dev.mandate.ports.custody.SettingsEdit;
import dev.mandate.ports.custody.SubmitRefusal;
import dev.mandate.ports.transfer.TransferQuery;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Whichever question the chain leaves unanswered: that is what the caller is told, and nothing else. */
class SilentChainTest {

    private static final int ENOUGH = 1_000;

    private final Scene scene = new Scene();
    private final Address ann = scene.person("ann");
    private final Address bob = scene.person("bob");
    private final Address shop = scene.person("shop");
    private final Address mint = scene.key("mint");
    private final Address account = scene.account(Founding.of(1, ann, bob).lockedFor(60).collectingRentFor(bob));
    private final Address held = scene.account(Founding.of(1, ann).administeredBy(bob));

    @Test
    void creationSaysSo() {
        holds(new BuildRequest.CreateAccount(
                scene.key("new"), ann, Founding.of(1, ann).terms(), BuildOptions.DEFAULT));
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
                new SettingsEdit.AddSigners(Array.of(Founding.allowedAll(bob)))));
        holds(new BuildRequest.HandOverAdmin(held, new AdminControl.None(), BuildOptions.DEFAULT));
    }

    @Test
    void limitsSaySo() {
        scene.ledger.mint(mint, 6);
        scene.ledger.tokens(held, mint, 1_000);
        Address limit =
                scene.limit(held, scene.limitTerms("limit", new Token.Mint(mint), 1_000, ann), byAdmin());

        holds(new BuildRequest.AddLimit(
                held, scene.limitTerms("new", new Token.Sol(), 5, ann), byAdmin(), BuildOptions.DEFAULT));
        holds(new BuildRequest.RemoveLimit(held, limit, byAdmin(), BuildOptions.DEFAULT));
        holds(new BuildRequest.ReplaceLimit(
                held, limit, scene.limitTerms("new", new Token.Sol(), 5, ann), byAdmin(), BuildOptions.DEFAULT));
        holds(new BuildRequest.UseLimit(held, limit, ann, shop, BaseUnits.of(5), BuildOptions.DEFAULT));
        holdsForReading(custody -> custody.limits(held));
    }

    @Test
    void preparationSaysSo() {
        LookupTable table = scene.ledger.table(scene.key("table"), shop);
        BuildOptions options = BuildOptions.DEFAULT.withNonce(scene.ledger.nonce(scene.key("nonce"), ann));

        holds(new BuildRequest.Prepare(
                account,
                Client.transaction(
                        account,
                        table,
                        ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(1_000)),
                        SystemProgram.transfer(account, shop, BaseUnits.of(Scene.SOL))),
                Array.of(ann),
                options));
    }

    @Test
    void everyStepOfATransactionSaysSo() {
        BuildRequest propose = new BuildRequest.Propose(
                account,
                new Proposable.Transaction(Client.transfer(account, shop, Scene.SOL)),
                ann,
                BuildOptions.DEFAULT);
        holds(propose);
        scene.lands(propose);
        holds(Scene.votes(account, 1, Vote.APPROVE, ann));
        holdsForReading(custody -> custody.transaction(account, 1));
        holdsForReading(custody -> custody.transactions(account, Option.none(), 10));
        scene.lands(Scene.votes(account, 1, Vote.APPROVE, ann));
        scene.pass(60);
        holds(Scene.execute(account, 1, ann));
        scene.lands(Scene.execute(account, 1, ann));
        holds(new BuildRequest.Close(account, 1, ann, BuildOptions.DEFAULT));
    }

    @Test
    void readingAndRegisteringSaySo() {
        Address settings = scene.custody.account(account).get().ref().settings();

        scene.ledger.mint(mint, 6);
        scene.ledger.tokens(account, mint, 1_000);
        holdsForReading(custody -> custody.account(account));
        holdsForReading(custody -> custody.balances(account));
        scene.chain().airdrop(account, BaseUnits.of(Scene.SOL));
        holdsForReading(custody -> custody.transfers(account, TransferQuery.newest(10)));
        holdsForReading(custody -> custody.register(settings));
    }

    @Test
    void whatWasSentIntoSilenceMayHaveLanded() {
        TransactionPlan built = scene.builds(
                change(held, byAdmin(), new SettingsEdit.SetTimeLock(new TimeLock(5))));

        Either<SubmitRefusal, Signature> sent =
                engine(new SilentChain(scene.chain(), 0)).submit(scene.signed(built));

        Signature signature =
                new SolanaFormat().parse(scene.signed(built)).get().signatures().head();
        assertEquals(Either.left(new SubmitRefusal.OutcomeUnknown(signature, SilentChain.FAULT)), sent);
        assertEquals(
                Either.left(new BuildRefusal.ChainSilent(SilentChain.FAULT)),
                engine(new SilentChain(scene.chain(), 0)).status(signature));
        assertEquals(Either.right(Option.none()), scene.custody.status(signature));

        scene.land(built);

        assertEquals(
                Option.some(Option.none()),
                scene.custody.status(signature).get().map(SignatureStatus::failure));
    }

    private void holds(BuildRequest request) {
        holdsForReading(custody -> custody.build(request));
    }

    private <T> void holdsForReading(Function<Custody, Either<BuildRefusal, T>> question) {
        SilentChain talkative = new SilentChain(scene.chain(), ENOUGH);
        Either<BuildRefusal, T> answer = question.apply(engine(talkative));
        assertTrue(answer.isRight(), answer::toString);

        for (int answers = 0; answers < ENOUGH - talkative.answersLeft(); answers++) {
            assertEquals(
                    Either.left(new BuildRefusal.ChainSilent(SilentChain.FAULT)),
                    question.apply(engine(new SilentChain(scene.chain(), answers))),
                    "after " + answers + " answers");
        }
    }

    private Custody engine(SilentChain chain) {
        return Scene.engine(chain, scene.journal(), scene.ledger::nonces);
    }
}
