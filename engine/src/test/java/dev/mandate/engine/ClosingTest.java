package dev.mandate.engine;

import static dev.mandate.engine.Scene.execute;
import static dev.mandate.engine.Scene.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.ports.custody.Phase;
import dev.mandate.ports.custody.Proposable;
import dev.mandate.ports.custody.SettingsEdit;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;

class ClosingTest {

    private final Scene scene = new Scene();
    private final Address ann = scene.person("ann");
    private final Address bob = scene.person("bob");
    private final Address cem = scene.person("cem");
    private final Address collector = scene.key("collector");
    private final Address shop = scene.person("shop");
    private final Address account = scene.account(
            Founding.of(2, ann, bob, cem).lockedFor(60).collectingRentFor(collector));
    private final TransactionPlan proposed = scene.landed(propose(account, ann));

    @Test
    void givesTheRentToTheCollectorWhoeverSends() {
        scene.lands(votes(account, 1, Vote.REJECT, ann, bob));

        TransactionPlan built = scene.landed(close(account, 1));

        assertEquals(new Phase.Complete(), built.phase());
        assertEquals(Array.of(shop), built.single().unsigned().signers());
        assertEquals(proposed.single().fee().rent().bits(), scene.ledger.lamports(collector));
        assertEquals(new BuildRefusal.UnknownTransaction(1), scene.refusal(close(account, 1)));
    }

    @Test
    void ofAChangeOfSettingsWorksToo() {
        changeTheThreshold(3);

        scene.lands(close(account, 2));

        assertEquals(new BuildRefusal.UnknownTransaction(2), scene.refusal(close(account, 2)));
    }

    @Test
    void ofWhatIsStaleWorksBeforeItIsDecided() {
        changeTheThreshold(3);

        scene.lands(close(account, 1));

        assertEquals(new BuildRefusal.UnknownTransaction(1), scene.refusal(close(account, 1)));
    }

    @Test
    void ofWhatIsOpenIsRefused() {
        assertEquals(
                stays(new ProposalRefusal.WrongState(ProposalRefusal.Step.CLOSE, scene.proposal(account, 1))),
                scene.refusal(close(account, 1)));
    }

    @Test
    void needsARentCollector() {
        Address other = scene.account(Founding.of(1, ann));
        scene.lands(propose(other, ann));
        scene.lands(votes(other, 1, Vote.REJECT, ann));

        assertEquals(
                new BuildRefusal.Forbidden(new Refusal.NoRentCollector()), scene.refusal(close(other, 1)));
    }

    private BuildRequest close(Address of, long index) {
        return new BuildRequest.Close(of, index, shop, BuildOptions.DEFAULT);
    }

    /** By a transaction of its own, which makes every one before it stale. */
    private void changeTheThreshold(int threshold) {
        TransactionPlan built = scene.landed(Scene.change(
                account, Scene.byVoteOf(ann, bob), new SettingsEdit.SetThreshold(new Threshold(threshold))));
        scene.pass(60);
        scene.lands(execute(account, built.index().get(), ann));
    }

    private BuildRequest propose(Address of, Address proposer) {
        Bytes transfer = Client.transfer(of, shop, Scene.SOL);
        return new BuildRequest.Propose(of, new Proposable.Transaction(transfer), proposer, BuildOptions.DEFAULT);
    }

    private static BuildRefusal stays(ProposalRefusal why) {
        return new BuildRefusal.Forbidden(new Refusal.ProposalStays(1, why));
    }
}
