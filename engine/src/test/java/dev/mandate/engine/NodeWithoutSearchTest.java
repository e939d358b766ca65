package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.byVoteOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.KnownLimits;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.LimitView;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.faults.NodeFault;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An engine on a node that does not search the accounts of a program. */
class NodeWithoutSearchTest {

    private final EngineFixture other = new EngineFixture();
    private final Address ann = other.person("ann");
    private final Address bob = other.person("bob");
    private final Address account = other.account(NewAccount.of(2, ann, bob));
    private final SolanaTestNode node = SolanaTestNode.httpOnly(other.chain());
    private final Journal journal = new InMemoryJournal();
    private final Custody here = open();
    private final Address elsewhere = other.limit(account, other.limitTerms("elsewhere", new Token.Sol(), 1_000, ann), byVoteOf(ann, bob));

    NodeWithoutSearchTest() {
        assertTrue(here.register(other.custody.account(account).get().ref().settings()).isRight());
        searchFailsBy(new NodeFault.ErrorAnswer(-32601, "null"));
    }

    /** An engine that has searched nothing. */
    private Custody open() {
        return EngineFixture.engine(new RpcChain(RpcSettings.of(Network.DEVNET, Array.of(node.providerUrl()))), journal);
    }

    @AfterEach
    void close() {
        node.close();
    }

    private void searchFailsBy(NodeFault fault) {
        node.failing(methods -> Option.when(methods.contains("getProgramAccounts"), fault));
    }

    static Stream<NodeFault> faults() {
        return Stream.of(
                new NodeFault.ErrorAnswer(-32601, "null"),
                new NodeFault.ErrorAnswer(-32010, "null"),
                new NodeFault.Status(403, Option.none()),
                new NodeFault.Status(504, Option.none()),
                new NodeFault.Cut(),
                new NodeFault.Body("{}"));
    }

    private static Array<Address> addresses(KnownLimits known) {
        return known.limits().map(LimitView::limit).toArray();
    }

    private Address builtHere() {
        return other.limit(account, other.limitTerms("here", new Token.Sol(), 2_000, ann), here, byVoteOf(ann, bob));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aLimitBuiltHereIsReadByItsAddress(NodeFault fault) {
        Address limit = builtHere();
        searchFailsBy(fault);
        KnownLimits known = open().knownLimits(account, Array.empty()).get();
        assertEquals(KnownLimits.Extent.KNOWN_HERE, known.extent());
        assertEquals(Array.of(limit), addresses(known));
        assertEquals(other.custody.limits(account).get().filter(view -> view.limit().equals(limit)), known.limits());
    }

    @Test
    void aLimitMadeElsewhereIsReadWhereItIsNamed() {
        assertEquals(Array.of(elsewhere), addresses(here.knownLimits(account, Array.of(elsewhere, ann)).get()));
        assertEquals(Array.empty(), addresses(here.knownLimits(account, Array.empty()).get()));
        BuildRequest use = new BuildRequest.UseLimit(
                account, elsewhere, ann, bob, BaseUnits.of(1), BuildOptions.DEFAULT);
        assertTrue(here.build(use).isRight());
        assertEquals(Array.of(elsewhere), addresses(open().knownLimits(account, Array.empty()).get()), "it was named");
    }

    /** It may take as long as the node's timeout. */
    @Test
    void aSearchThatFailedIsNotRepeatedAtOnce() {
        assertTrue(here.knownLimits(account, Array.empty()).isRight());
        int asked = node.asked().count("getProgramAccounts"::equals);
        assertTrue(here.knownLimits(account, Array.empty()).isRight());
        assertEquals(asked, node.asked().count("getProgramAccounts"::equals));
    }

    @Test
    void aLimitFoundBeforeIsStillRead() {
        node.failing(methods -> Option.none());
        assertEquals(KnownLimits.Extent.ALL, here.knownLimits(account, Array.empty()).get().extent());
        searchFailsBy(new NodeFault.Status(504, Option.none()));
        assertEquals(Array.of(elsewhere), addresses(here.knownLimits(account, Array.empty()).get()));
    }

    /** A limit that is not found could still be used by the signer who leaves. */
    @Test
    void noSignerIsRemovedWhoseLimitsCannotBeSearched() {
        assertInstanceOf(BuildRefusal.ChainSilent.class, here.limits(account).getLeft());
        assertInstanceOf(BuildRefusal.ChainSilent.class, here.build(removing(LeaversLimits.REFUSE)).getLeft());
        assertInstanceOf(BuildRefusal.ChainSilent.class, here.build(removing(LeaversLimits.REVOKE)).getLeft());
        assertTrue(here.build(removing(LeaversLimits.KEEP)).isRight());
    }

    private BuildRequest removing(LeaversLimits limits) {
        return new BuildRequest.ChangeSettings(
                account,
                Array.of(new SettingsEdit.RemoveSigner(bob), new SettingsEdit.SetThreshold(new Threshold(1))),
                byVoteOf(ann, bob),
                limits,
                BuildOptions.DEFAULT);
    }

    @Test
    void aBufferThatWasBegunIsContinued() {
        BuildRequest large = EngineFixture.prepare(account, SplitRequestFixture.memo(account, 1_049), ann, bob);
        assertEquals(SplitRequestFixture.kinds(other.builds(large)), SplitRequestFixture.kinds(here.build(large).get()));
        other.land(account, other.builds(large).steps().head());
        assertEquals(SplitRequestFixture.kinds(other.builds(large)), SplitRequestFixture.kinds(here.build(large).get()));
    }

    @Test
    void withoutAnyAnswerThereIsNone() {
        node.failing(methods -> Option.some(new NodeFault.Cut()));
        assertInstanceOf(BuildRefusal.ChainSilent.class, here.knownLimits(account, Array.empty()).getLeft());
    }
}
