package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.byVoteOf;
import static dev.mandate.engine.EngineFixture.change;
import static dev.mandate.engine.EngineFixture.execute;
import static dev.mandate.engine.EngineFixture.prepare;
import static dev.mandate.engine.EngineFixture.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.LimitView;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.testkit.node.SolanaTestNode;
import io.vavr.collection.Array;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An engine on a node notices at its next read what other clients did. */
class OtherClientsOnNodeTest {

    /** The other client: it reads the chain itself. */
    private final EngineFixture other = new EngineFixture();
    private final Address ann = other.person("ann");
    private final Address bob = other.person("bob");
    private final Address shop = other.person("shop");
    private final Address account = other.account(NewAccount.of(2, ann, bob));
    private final SolanaTestNode node = SolanaTestNode.httpOnly(other.chain());
    private final Custody here =
            EngineFixture.engine(new RpcChain(RpcSettings.of(Network.DEVNET, Array.of(node.providerUrl()))), new InMemoryJournal());

    OtherClientsOnNodeTest() {
        assertTrue(here.register(other.custody.account(account).get().ref().settings()).isRight());
    }

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void changedSettingsDetermineTheRequiredSigners() {
        BuildRequest byAnnAlone = prepare(account, transfer(), ann);
        assertRefusedAlike(byAnnAlone);

        other.lands(change(account, byVoteOf(ann, bob), new SettingsEdit.SetThreshold(new Threshold(1))));

        assertEquals(other.settings(account), here.account(account).get().settings());
        assertTrue(here.build(byAnnAlone).isRight());
    }

    @Test
    void aTimeLockHoldsUntilTheChainsClockHasPassedIt() {
        other.lands(change(account, byVoteOf(ann, bob), new SettingsEdit.SetTimeLock(new TimeLock(60))));
        other.lands(prepare(account, transfer(), ann, bob));
        assertRefusedAlike(execute(account, 2, ann));

        other.pass(60);

        assertTrue(here.build(execute(account, 2, ann)).isRight());
    }

    @Test
    void aVoteIsSeenAndNotGivenTwice() {
        other.lands(propose());
        assertTrue(here.build(votes(account, 1, Vote.APPROVE, ann)).isRight());

        other.lands(votes(account, 1, Vote.APPROVE, ann));

        assertEquals(other.proposal(account, 1), here.transaction(account, 1).get().transaction().proposal().get());
        assertRefusedAlike(votes(account, 1, Vote.APPROVE, ann));
        assertTrue(here.build(votes(account, 1, Vote.APPROVE, bob)).isRight());
    }

    @Test
    void anExecutionIsSeenAndNotRepeated() {
        other.lands(propose());
        other.lands(votes(account, 1, Vote.APPROVE, ann, bob));
        assertTrue(here.build(execute(account, 1, ann)).isRight());

        other.lands(execute(account, 1, ann));

        assertInstanceOf(Proposal.Executed.class, here.transaction(account, 1).get().transaction().proposal().get());
        assertRefusedAlike(execute(account, 1, ann));
    }

    @Test
    void aLimitShowsSpendingOfOtherClientsUntilItIsRemoved() {
        Address limit = other.limit(account, other.limitTerms("limit", new Token.Sol(), 5_000_000, ann), byVoteOf(ann, bob));
        BuildRequest use = use(limit, 3_000_000);
        assertTrue(here.build(use).isRight());

        other.lands(use);
        assertEquals(
                Array.of(BaseUnits.of(2_000_000)),
                here.limits(account).get().map(LimitView::window).map(window -> window.remaining()));
        assertRefusedAlike(use);

        other.landReturning(
                other.ledger.lamports(limit),
                other.builds(new BuildRequest.RemoveLimit(account, limit, byVoteOf(ann, bob), BuildOptions.DEFAULT)));
        assertEquals(Array.empty(), here.limits(account).get());
        assertRefusedAlike(use(limit, 1));
    }

    private void assertRefusedAlike(BuildRequest request) {
        BuildRefusal refusal = other.refusal(request);
        assertEquals(refusal, here.build(request).getLeft());
    }

    private BuildRequest use(Address limit, long lamports) {
        return new BuildRequest.UseLimit(account, limit, ann, shop, BaseUnits.of(lamports), BuildOptions.DEFAULT);
    }

    private BuildRequest propose() {
        return new BuildRequest.Propose(account, new Proposable.Transaction(transfer()), ann, BuildOptions.DEFAULT);
    }

    private Bytes transfer() {
        return ClientTransactions.transfer(account, shop, EngineFixture.SOL);
    }
}
