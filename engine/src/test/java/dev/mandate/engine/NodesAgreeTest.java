package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.adapters.rpc.Pause;
import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.review.VoteProblem;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.testkit.node.SolanaTestNode;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A node shows other content of a proposal than the chain has. No vote is recorded on what one of several nodes says. */
class NodesAgreeTest extends SplitRequestFixture {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final long PROPOSED = 4 * EngineFixture.SOL;
    private static final long SHOWN = EngineFixture.SOL / 100;

    private final SolanaTestNode liar = SolanaTestNode.httpOnly(fixture.chain());
    private final SolanaTestNode honest = SolanaTestNode.httpOnly(fixture.chain());
    private final SolanaTestNode honestToo = SolanaTestNode.httpOnly(fixture.chain());

    NodesAgreeTest() {
        fixture.lands(propose(account, ClientTransactions.transaction(account, SystemProgram.transfer(account, shop, BaseUnits.of(PROPOSED))), cem));
        liar.answering(NodesAgreeTest::withAnotherAmount);
    }

    @AfterEach
    void close() {
        liar.close();
        honest.close();
        honestToo.close();
    }

    /** The amount is shown as another one in the data of each account. */
    private static JsonNode withAnotherAmount(JsonNode answer) {
        String shown = JSON.writeValueAsString(answer);
        for (JsonNode data : answer.findValues("data")) {
            if (data.isArray() && data.size() == 2) {
                String told = data.get(0).stringValue();
                shown = shown.replace(told, replaced(told));
            }
        }
        return JSON.readTree(shown);
    }

    private static String replaced(String base64) {
        String hex = Bytes.of(Base64.getDecoder().decode(base64)).toHex();
        return Base64.getEncoder().encodeToString(Bytes.ofHex(hex.replace(hex(PROPOSED), hex(SHOWN))).toArray());
    }

    private static String hex(long amount) {
        return Bytes.of(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(amount).array()).toHex();
    }

    private Custody over(int agreement, SolanaTestNode... nodes) {
        Custody custody = EngineFixture.engine(
                new RpcChain(new RpcSettings(
                        Network.DEVNET,
                        Array.of(nodes).map(SolanaTestNode::providerUrl),
                        agreement,
                        Duration.ofSeconds(10),
                        3,
                        5,
                        Duration.ofSeconds(10),
                        Clock.systemUTC(),
                        wait -> Pause.Outcome.RESTED,
                        RandomGenerator.of("L64X128MixRandom"))),
                new InMemoryJournal());
        assertEquals(account, custody.register(fixture.custody.account(account).get().ref().settings()).get().address());
        return custody;
    }

    /** Built on what the first node shows, and signed. */
    private Either<SubmissionRefusal, Submission> approves(Custody custody, Address voter) {
        Bytes built = custody.build(votes(account, 1, Vote.APPROVE, voter)).get().single().unsigned().transaction();
        return custody.submit(account, fixture.signed(built), Array.empty(), new Retry.Unnamed());
    }

    @Test
    void aVoteOnWhatOneOfTwoNodesShowsIsNotTaken() {
        assertEquals(
                Either.left(new SubmissionRefusal.NotAsked(new BuildRefusal.ChainSilent(new ChainFault.NodesDisagree()))),
                approves(over(2, liar, honest), ann));
        assertEquals(0, fixture.proposal(account, 1).ballot().approvals().count());
    }

    @Test
    void twoOfThreeNodesTellThatTheVoteIsForOtherContent() {
        assertEquals(
                Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.AnotherProposed(1)))),
                approves(over(2, liar, honest, honestToo), ann));
        assertEquals(0, fixture.proposal(account, 1).ballot().approvals().count());
    }

    /** What landed is recorded without the checks of what is yet to be sent. So one node's word that it landed is not enough. */
    @Test
    void aLandingThatOneOfTwoNodesTellsSkipsNoCheck() {
        Bytes unnamed = fixture.signedBesides(ann, cast());
        LandedTransaction landed = new LandedTransaction(
                new SolanaFormat().parse(unnamed).get().signatures(),
                new SolanaFormat().parse(unnamed).get().message(),
                fixture.chain().accounts(Array.empty()).get().slot(),
                Option.none(),
                Option.none(),
                Array.empty(),
                LandedTransaction.Balances.NONE,
                LandedTransaction.Balances.NONE);
        try (SolanaTestNode inventing = SolanaTestNode.httpOnly(
                new AlteredChain(fixture.chain(), "landed", signatures -> Either.right(signatures[0] instanceof Seq<?>
                                ? Array.of(Option.some(landed))
                                : Option.some(landed)))
                        .chain(),
                fixture.chain()::sendWithoutPreflight)) {
            Custody custody = over(2, inventing, honest);

            SubmissionRefusal disagree = new SubmissionRefusal.NotAsked(new BuildRefusal.ChainSilent(new ChainFault.NodesDisagree()));
            assertEquals(Either.left(disagree), custody.submit(account, unnamed, Array.empty(), new Retry.Unnamed()));
            assertEquals(Either.left(disagree), custody.submissionOf(Option.none(), unnamed));
            assertEquals(0, fixture.proposal(account, 1).ballot().approvals().count());
        }
    }

    private Instruction cast() {
        return SquadsV4Program.PUBLIC.encode(
                fixture.custody.account(account).get().ref(), new Operation.CastVote(ann, 1, Vote.APPROVE, Option.none()));
    }

    @Test
    void aVoteOnWhatTwoNodesShowIsTaken() {
        assertInstanceOf(Submission.class, approves(over(2, honest, honestToo), ann).get());
        assertEquals(1, fixture.proposal(account, 1).ballot().approvals().count());
    }
}
