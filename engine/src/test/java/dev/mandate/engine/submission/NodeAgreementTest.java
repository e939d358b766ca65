package dev.mandate.engine.submission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.rpc.Pause;
import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.engine.faults.NodeLies;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.faults.NodeFault;
import dev.mandate.testkit.node.methods.Broadcast;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.time.Clock;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A payment whose nodes lie, lag, hang, forget or stand still. No node ends it alone where another one serves. */
class NodeAgreementTest {

    private static final long LAMPORTS = 7;
    /** More than a blockhash lives, and more than 32 blocks after that. */
    private static final long PAST_THE_END_SECONDS = 100;
    private static final int LAG_SLOTS = 200;
    private static final int AHEAD_SLOTS = 1_000;

    private final SubmissionFixture fixture = new SubmissionFixture();
    private boolean forgetful;
    private final SolanaTestNode first = node();
    private final SolanaTestNode second = node();
    private final SolanaTestNode third = node();
    private final SubmissionRecord payment = fixture.payment(LAMPORTS);

    private SolanaTestNode node() {
        return SolanaTestNode.httpOnly(fixture.chain, transaction -> (forgetful ? Broadcast.FORGETTING : (Broadcast) fixture.chain::sendWithoutPreflight)
                .pass(transaction));
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
        third.close();
    }

    private SubmissionDriver driver(SolanaTestNode... nodes) {
        return driver(Duration.ofSeconds(10), nodes);
    }

    private SubmissionDriver driver(Duration timeout, SolanaTestNode... nodes) {
        return fixture.driver(
                new RpcChain(new RpcSettings(
                        Network.DEVNET,
                        Array.of(nodes).map(SolanaTestNode::providerUrl),
                        Math.min(2, nodes.length),
                        timeout,
                        3,
                        5,
                        Duration.ofSeconds(10),
                        Clock.systemUTC(),
                        wait -> Pause.Outcome.RESTED,
                        RandomGenerator.of("L64X128MixRandom"))),
                fixture.journal);
    }

    /** Drives it a few times, two seconds apart. */
    private SubmissionState driven(SubmissionDriver driver) {
        for (int i = 0; i < 4; i++) {
            var unused = driver.drive(fixture.record(payment.id()));
            fixture.now = fixture.now.plusSeconds(2);
        }
        return fixture.state(payment);
    }

    private static Array<JsonNode> sent(SolanaTestNode node) {
        return node.requests().filter(call -> call.get("method").stringValue().equals("sendTransaction"));
    }

    private void assertPaid(SubmissionState state) {
        assertInstanceOf(SubmissionState.Confirmed.class, state);
        assertEquals(LAMPORTS, fixture.shopHas());
    }

    @Test
    void aStatusOfOneOfTwoNodesIsNotConfirmedUntilBothAgree() {
        forgetful = true;
        first.answering(NodeLies::invented);
        SubmissionDriver driver = driver(first, second);
        assertInstanceOf(SubmissionState.InFlight.class, driven(driver));

        forgetful = false;
        assertPaid(driven(driver));
    }

    @Test
    void aFalseStatusOfOneNodeExpiresOnceNodesAgree() {
        forgetful = true;
        first.answering(NodeLies::invented);
        SubmissionDriver driver = driver(first, second);
        fixture.chain.advance(PAST_THE_END_SECONDS);
        assertInstanceOf(SubmissionState.InFlight.class, driven(driver));

        first.answering(answer -> answer);
        assertInstanceOf(SubmissionState.Expired.class, driven(driver));
        assertEquals(0, fixture.shopHas());
    }

    @Test
    void aStatusOfTwoOfThreeNodesIsConfirmed() {
        second.answering(NodeLies::hidden);
        assertPaid(driven(driver(first, second, third)));
    }

    @Test
    void aTransactionHiddenByOneNodeDoesNotExpire() {
        forgetful = true;
        SubmissionDriver driver = driver(first, second);
        assertInstanceOf(SubmissionState.InFlight.class, driven(driver));
        land();
        first.answering(NodeLies::hidden);
        fixture.chain.advance(PAST_THE_END_SECONDS);
        assertInstanceOf(SubmissionState.InFlight.class, driven(driver));

        first.answering(answer -> answer);
        assertPaid(driven(driver));
    }

    private void land() {
        SubmissionState.InFlight inFlight = (SubmissionState.InFlight) fixture.state(payment);
        assertTrue(fixture.chain.send(inFlight.pending().transaction().bytes()).isRight());
    }

    @Test
    void anInventedHeightEndsNothingWhileAnotherNodeIsBelow() {
        forgetful = true;
        first.lag(-AHEAD_SLOTS);
        first.answering(NodeLies::blockhashDenied);
        SubmissionDriver driver = driver(first, second);
        assertInstanceOf(SubmissionState.InFlight.class, driven(driver));

        first.answering(answer -> answer);
        first.lag(0);
        land();
        assertPaid(driven(driver(first, second)));
    }

    @Test
    void anInventedHeightEndsNothingWhileTheSameNodeKnowsTheBlockhash() {
        forgetful = true;
        first.lag(-AHEAD_SLOTS);
        assertInstanceOf(SubmissionState.InFlight.class, driven(driver(first)));
    }

    @Test
    void transactionsDoNotExpireWhileTheChainIsHalted() {
        forgetful = true;
        SubmissionDriver driver = driver(first, second);
        assertInstanceOf(SubmissionState.InFlight.class, driven(driver));
        fixture.now = fixture.now.plusSeconds(86_400);
        assertInstanceOf(SubmissionState.InFlight.class, driven(driver));

        forgetful = false;
        assertPaid(driven(driver));
    }

    @Test
    void aNodeThatLagsBy200SlotsDelaysTheEndUntilItSaysThatItIsBehind() {
        forgetful = true;
        SubmissionDriver driver = driver(first, second, third);
        assertInstanceOf(SubmissionState.InFlight.class, driven(driver));
        fixture.chain.advance(PAST_THE_END_SECONDS);
        second.lag(PAST_THE_END_SECONDS * 5 / 2);
        assertInstanceOf(SubmissionState.InFlight.class, driven(driver));

        second.failing(methods -> Option.when(
                methods.contains("getHealth"), new NodeFault.ErrorAnswer(-32005, "{\"numSlotsBehind\":" + LAG_SLOTS + "}")));
        assertInstanceOf(SubmissionState.Expired.class, driven(driver));
        assertEquals(0, fixture.shopHas());
    }

    @Test
    void aNodeThatLags200SlotsCausesNoSecondPayment() {
        first.lag(LAG_SLOTS);
        SubmissionDriver driver = driver(first, second);
        assertInstanceOf(SubmissionState.InFlight.class, driven(driver));

        first.lag(0);
        assertPaid(driven(driver));
    }

    @Test
    void aForgottenTransactionIsResentToTheNextNode() {
        SubmissionDriver driver = driver(first, second);
        forgetful = true;
        var unused = driver.drive(payment);
        forgetful = false;
        fixture.now = fixture.now.plusSeconds(2);
        assertPaid(driven(driver));
        assertEquals(1, sent(first).size());
        assertEquals(1, sent(second).size());
        assertEquals(sent(first).map(call -> call.get("params")), sent(second).map(call -> call.get("params")));
    }

    @Test
    void oneOfThreeNodesThatHangsDoesNotHoldUpAPayment() {
        first.failing(methods -> Option.some(new NodeFault.Silence()));
        assertPaid(driven(driver(Duration.ofMillis(500), first, second, third)));
    }

    @Test
    void whileOneOfTwoNodesFailsNothingIsConfirmedOrExpires() {
        second.failing(methods -> Option.some(new NodeFault.Status(500, Option.none())));
        SubmissionDriver driver = driver(first, second);
        assertInstanceOf(SubmissionState.InFlight.class, driven(driver));
        assertEquals(LAMPORTS, fixture.shopHas());

        second.failing(methods -> Option.none());
        assertPaid(driven(driver(first, second)));
    }

    @Test
    void aLieOfTheOnlyNodeThatServesExpiresNothing() {
        SubmissionDriver driver = driver(first, second);
        forgetful = true;
        assertInstanceOf(SubmissionState.InFlight.class, driven(driver));
        land();
        first.answering(NodeLies::hidden);
        second.failing(methods -> Option.some(new NodeFault.Status(500, Option.none())));
        fixture.chain.advance(PAST_THE_END_SECONDS);
        // More often than a node fails until it is left alone.
        for (int i = 0; i < 3; i++) {
            assertInstanceOf(SubmissionState.InFlight.class, driven(driver));
        }
        assertTrue(reason(driver).contains("NodesMissing"));

        second.failing(methods -> Option.none());
        first.answering(answer -> answer);
        assertPaid(driven(driver(first, second)));
    }

    private String reason(SubmissionDriver driver) {
        return assertInstanceOf(Progress.Open.class, driver.drive(fixture.record(payment.id()))).reason();
    }

    @Test
    void theSameBytesLeaveEveryTwoSecondsWithoutTheNodesRetries() {
        forgetful = true;
        SubmissionDriver driver = driver(first);
        for (int second = 0; second < 10; second++) {
            for (int look = 0; look < 2; look++) {
                var unused = driver.drive(fixture.record(payment.id()));
            }
            fixture.now = fixture.now.plusSeconds(1);
        }
        assertEquals(5, sent(first).size());
        JsonNode params = sent(first).map(call -> call.get("params")).distinct().single();
        assertTrue(params.get(1).get("skipPreflight").booleanValue());
        assertEquals(0, params.get(1).get("maxRetries").intValue());
    }
}
