package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.byVoteOf;
import static dev.mandate.engine.EngineFixture.change;
import static dev.mandate.engine.EngineFixture.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.explain.AccountPower;
import dev.mandate.domain.explain.AccountPower.Movers;
import dev.mandate.domain.explain.Explanation;
import dev.mandate.domain.explain.PowerChange;
import dev.mandate.domain.explain.PowerChange.Holder;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.engine.explain.TransactionExplainer;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.solana.Solana;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** Who can move money before and after what people sign. */
class ExplainedPowerTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address eve = fixture.key("eve");
    private final Address account = fixture.account(NewAccount.of(2, NewAccount.allowedAll(ann), NewAccount.allowedAll(bob)));
    private final AccountRef ref = fixture.custody.account(account).get().ref();

    private static Explanation explained(Either<BuildRefusal, Explanation> answer) {
        return answer.getOrElseThrow(refusal -> new AssertionError("not explained: " + refusal));
    }

    private static Bytes compiled(Address payer, Instruction... instructions) {
        return new SolanaFormat()
                .compile(new Message(MessageVersion.LEGACY, payer, new Blockhash(Bytes32.ZERO), Array.of(instructions), Array.empty()))
                .get()
                .transaction();
    }

    private PowerChange.OverSmartAccount overAccount(Explanation explanation) {
        return assertInstanceOf(PowerChange.OverSmartAccount.class, explanation.power().single());
    }

    private static Array<Movers> movers(AccountPower power) {
        return assertInstanceOf(AccountPower.Known.class, power).movers().get();
    }

    private void proposes(SettingsEdit... edits) {
        fixture.lands(new BuildRequest.Propose(account, new Proposable.Settings(Array.of(edits), LeaversLimits.REFUSE), ann, BuildOptions.DEFAULT));
    }

    @Test
    void anApprovalOfALowerThresholdTellsWhoCanThenMoveMoneyAlone() {
        proposes(new SettingsEdit.SetThreshold(new Threshold(1)));

        Explanation approval = explained(fixture.custody.explain(
                fixture.builds(votes(account, 1, Vote.APPROVE, bob)).single().unsigned().transaction()));

        assertEquals(Array.of(new Movers(Array.of(ann, bob).sorted(), 0)), movers(overAccount(approval).before()));
        assertEquals(
                Array.of(ann, bob).sorted().map(key -> new Movers(Array.of(key), 0)), movers(overAccount(approval).after()));
        assertEquals(approval.power(), explained(fixture.custody.explain(account, 1)).power());
    }

    @Test
    void aBuilderTellsThePowerWithoutAReadOfItsOwn() {
        TransactionPlan built = fixture.builds(change(account, byVoteOf(ann, bob), new SettingsEdit.SetThreshold(new Threshold(1))));

        PowerChange.OverSmartAccount shown = overAccount(built.explanations().get().single().get());
        PowerChange.OverSmartAccount read = overAccount(explained(fixture.custody.explain(built.single().unsigned().transaction())));

        assertEquals(read.before(), shown.before());
        assertEquals(read.after(), shown.after());
        assertEquals(2, movers(shown.after()).length());
    }

    @Test
    void aTimeLockIsTheWaitBeforeMoneyMoves() {
        proposes(new SettingsEdit.SetTimeLock(new TimeLock(3_600)));

        assertEquals(
                Array.of(new Movers(Array.of(ann, bob).sorted(), 3_600)), movers(overAccount(explained(fixture.custody.explain(account, 1))).after()));
    }

    @Test
    void whoeverGetsALimitCanMoveMoneyAlone() {
        LimitTerms terms = LimitTerms.of(fixture.key("limit"), new Token.Sol(), BaseUnits.of(5), Period.DAY, Array.of(eve));
        Bytes built = fixture.builds(new BuildRequest.AddLimit(account, terms, byVoteOf(ann, bob), BuildOptions.DEFAULT)).single().unsigned().transaction();

        AccountPower.Known after = assertInstanceOf(
                AccountPower.Known.class, overAccount(explained(fixture.custody.explain(built))).after());

        assertEquals(Array.of(eve), after.limits().values().head().signers());
    }

    @Test
    void anAdminsHandOverInsideStoredContentIsTold() {
        Address held = fixture.account(NewAccount.of(1, NewAccount.allowedAll(ann)).administeredBy(account));
        AccountRef heldRef = fixture.custody.account(held).get().ref();
        Instruction handOver = SquadsV4Program.PUBLIC.encode(heldRef, new Operation.HandOver(account, account, new AdminControl.HeldBy(eve), Option.none()));
        Instruction proposal = SquadsV4Program.PUBLIC.encode(ref, new Operation.CreateTransaction(
                ann, ann, 1, SquadsV4Program.PUBLIC.store(ref, 0, Array.of(handOver), Array.empty()).get(), Option.none()));

        PowerChange.OverSmartAccount change = overAccount(explained(fixture.custody.explain(compiled(ann, proposal))));

        assertEquals(heldRef.settings(), change.settings());
        assertEquals(
                Array.of(ann, account).sorted().map(key -> new Movers(Array.of(key), 0)), movers(change.before()).sortBy(set -> set.keys().head()));
        assertEquals(Array.of(ann, eve).sorted().map(key -> new Movers(Array.of(key), 0)), movers(change.after()).sortBy(set -> set.keys().head()));
    }

    @Test
    void withoutTheChainNobodyKnowsWhoHadPower() {
        Bytes execution = compiled(ann, SquadsV4Program.PUBLIC.encode(ref, new Operation.HandOver(ann, ann, new AdminControl.HeldBy(eve), Option.none())));

        PowerChange.OverSmartAccount change =
                overAccount(explained(TransactionExplainer.offline(Network.DEVNET, Solana.SQUADS_V4).explain(execution)));

        assertEquals(new AccountPower.NotRead(), change.before());
        assertEquals(new AccountPower.NotRead(), change.after());
    }

    @Test
    void aNewAccountHadNoPowerBefore() {
        Bytes creation = fixture.builds(new BuildRequest.CreateAccount(
                        fixture.key("create"), ann, NewAccount.of(1, ann).terms(), BuildOptions.DEFAULT)).single().unsigned().transaction();

        PowerChange.OverSmartAccount change =
                overAccount(explained(TransactionExplainer.offline(Network.DEVNET, Solana.SQUADS_V4).explain(creation)));

        assertEquals(new AccountPower.NoAccount(), change.before());
        assertEquals(Array.of(new Movers(Array.of(ann), 0)), movers(change.after()));
    }

    @Test
    void aNonceThatChangesHandsIsToldWithBothHolders() {
        Explanation explanation = explained(TransactionExplainer.offline(Network.DEVNET, Solana.SQUADS_V4)
                .explain(compiled(ann, new Instruction(
                        SystemProgram.ID,
                        SystemProgram.advanceNonce(bob, ann).accounts().toArray().removeAt(1),
                        Bytes.ofHex("07000000" + Bytes.of(eve.toArray()).toHex())))));

        assertEquals(
                Array.of(new PowerChange.OfRight(bob, "nonce_authority", new Holder.Known(ann), new Holder.Known(eve))), explanation.power());
    }
}
