package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.execute;
import static dev.mandate.engine.EngineFixture.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.TransactionPlan;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;

class ClosingTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address cem = fixture.person("cem");
    private final Address collector = fixture.key("collector");
    private final Address shop = fixture.person("shop");
    private final Address account = fixture.account(
            NewAccount.of(2, ann, bob, cem).lockedFor(60).collectingRentFor(collector));
    private final TransactionPlan proposed = fixture.landed(propose(account, ann));

    @Test
    void returnsTheRentToTheCollector() {
        fixture.lands(votes(account, 1, Vote.REJECT, ann, bob));

        TransactionPlan built = fixture.landed(close(account, 1));

        assertEquals(new Phase.Complete(), built.phase());
        assertEquals(Array.of(shop), built.single().unsigned().signers());
        assertEquals(proposed.single().fee().rent().bits(), fixture.ledger.lamports(collector));
        assertEquals(new BuildRefusal.UnknownTransaction(1), fixture.refusal(close(account, 1)));
    }

    @Test
    void ofASettingsChangeIsBuilt() {
        changeTheThreshold(3);

        fixture.lands(close(account, 2));

        assertEquals(new BuildRefusal.UnknownTransaction(2), fixture.refusal(close(account, 2)));
    }

    @Test
    void ofAStaleTransactionIsBuiltBeforeItIsDecided() {
        changeTheThreshold(3);

        fixture.lands(close(account, 1));

        assertEquals(new BuildRefusal.UnknownTransaction(1), fixture.refusal(close(account, 1)));
    }

    @Test
    void ofAnOpenTransactionIsRefused() {
        assertEquals(
                stays(new ProposalRefusal.WrongState(ProposalRefusal.Step.CLOSE, fixture.proposal(account, 1))),
                fixture.refusal(close(account, 1)));
    }

    @Test
    void needsARentCollector() {
        Address other = fixture.account(NewAccount.of(1, ann));
        fixture.lands(propose(other, ann));
        fixture.lands(votes(other, 1, Vote.REJECT, ann));

        assertEquals(
                new BuildRefusal.Forbidden(new Refusal.NoRentCollector()), fixture.refusal(close(other, 1)));
    }

    private BuildRequest close(Address of, long index) {
        return new BuildRequest.Close(of, index, shop, BuildOptions.DEFAULT);
    }

    /** By a transaction of its own, which makes every one before it stale. */
    private void changeTheThreshold(int threshold) {
        TransactionPlan built = fixture.landed(EngineFixture.change(
                account, EngineFixture.byVoteOf(ann, bob), new SettingsEdit.SetThreshold(new Threshold(threshold))));
        fixture.pass(60);
        fixture.lands(execute(account, built.index().get(), ann));
    }

    private BuildRequest propose(Address of, Address proposer) {
        Bytes transfer = ClientTransactions.transfer(of, shop, EngineFixture.SOL);
        return new BuildRequest.Propose(of, new Proposable.Transaction(transfer), proposer, BuildOptions.DEFAULT);
    }

    private static BuildRefusal stays(ProposalRefusal why) {
        return new BuildRefusal.Forbidden(new Refusal.ProposalRefused(1, why));
    }
}
