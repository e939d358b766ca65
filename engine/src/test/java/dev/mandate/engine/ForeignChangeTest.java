package dev.mandate.engine;

import static dev.mandate.engine.Scene.byVoteOf;
import static dev.mandate.engine.Scene.execute;
import static dev.mandate.engine.Scene.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.Operation;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** Changes of settings that another client proposed, and that no vote can make work. */
class ForeignChangeTest {

    private final Scene scene = new Scene();
    private final Address ann = scene.person("ann");
    private final Address bob = scene.key("bob");
    private final Address account = scene.account(Founding.of(1, ann));
    private final Address limit = limit("first");

    @Test
    void thatRemovesALimitAndThenMakesRoomForASignerIsNeitherApprovedNorExecuted() {
        long index = proposed(
                new SettingsAction.RemoveSpendingLimit(limit), new SettingsAction.AddSigner(Founding.allowedAll(bob)));

        assertEquals(new BuildRefusal.MustBeTwoChanges(), scene.refusal(votes(account, index, Vote.APPROVE, ann)));
        besides(new Operation.CastVote(ann, index, Vote.APPROVE, Option.none()));
        assertEquals(new BuildRefusal.MustBeTwoChanges(), scene.refusal(execute(account, index, ann)));
    }

    @Test
    void canStillBeCancelled() {
        long index = proposed(
                new SettingsAction.RemoveSpendingLimit(limit), new SettingsAction.AddSigner(Founding.allowedAll(bob)));
        besides(new Operation.CastVote(ann, index, Vote.APPROVE, Option.none()));

        scene.lands(votes(account, index, Vote.CANCEL, ann));
    }

    @Test
    void thatRemovesLimitsAndMakesNoRoomIsExecuted() {
        Address other = limit("second");
        long index = proposed(
                new SettingsAction.RemoveSpendingLimit(limit), new SettingsAction.RemoveSpendingLimit(other));

        scene.lands(votes(account, index, Vote.APPROVE, ann));
        long rent = scene.ledger.lamports(limit) + scene.ledger.lamports(other);
        scene.landReturning(rent, scene.builds(execute(account, index, ann)));

        assertEquals(Array.empty(), scene.limits(account));
    }

    /** Whoever asks who gets a say hears it before the vote and before the execution, as of a change of their own. */
    @Test
    void tellsWhomItGivesASayWhenItIsApprovedAndWhenItIsExecuted() {
        long index = proposed(new SettingsAction.AddSigner(Founding.allowedAll(bob)));

        TransactionPlan approval = scene.builds(votes(account, index, Vote.APPROVE, ann));
        assertEquals(Array.of(bob), approval.appointments().signers());
        scene.land(approval);
        assertEquals(Array.of(bob), scene.builds(execute(account, index, ann)).appointments().signers());
    }

    @Test
    void givesNobodyASayWhenItIsRejected() {
        long index = proposed(new SettingsAction.AddSigner(Founding.allowedAll(bob)));

        assertEquals(
                Array.empty(), scene.builds(votes(account, index, Vote.REJECT, ann)).appointments().signers());
    }

    private Address limit(String createKey) {
        return scene.limit(account, scene.limitTerms(createKey, new Token.Sol(), 1_000, bob), byVoteOf(ann));
    }

    private long proposed(SettingsAction... actions) {
        long index = scene.settings(account).transactionIndex() + 1;
        besides(new Operation.CreateTransaction(
                ann, ann, index, new TransactionContent.SettingsChange(Array.of(actions)), Option.none()));
        besides(new Operation.CreateProposal(ann, ann, index));
        return index;
    }

    private void besides(Operation operation) {
        AccountRef ref = scene.custody.account(account).get().ref();
        scene.landsBesides(ann, SquadsV4Program.PUBLIC.encode(ref, operation));
    }
}
