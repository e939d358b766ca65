package dev.mandate.engine.submission;

import dev.mandate.engine.parts.WaitPolicy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.testkit.node.Notices;
import dev.mandate.testkit.node.methods.Broadcast;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.methods.NodeLedger;
import dev.mandate.testkit.node.notices.NodePubSub;
import io.vavr.collection.Array;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node's notice wakes those who wait for a submission. Its status alone says what it has come to. */
class LandingHintTest {

    private static final WaitPolicy.Wait ONE_LONG_PAUSE = new WaitPolicy.Wait(1, Duration.ofSeconds(60));
    private static final WaitPolicy.Wait SHORT_PAUSES = new WaitPolicy.Wait(400, Duration.ofMillis(50));

    private final SubmissionFixture fixture = new SubmissionFixture();
    private final SolanaTestNode node = SolanaTestNode.builder()
            .ledger(NodeLedger.of(fixture.chain, Broadcast.FORGETTING))
            .notices(Notices.BY_HAND)
            .start();
    private final SubmissionRecord payment = fixture.payment(7);

    @AfterEach
    void close() {
        node.close();
    }

    private Future<Progress> driven(WaitPolicy.Wait wait) {
        RpcChain chain = new RpcChain(RpcSettings.of(Network.DEVNET, Array.of(node.providerUrl())));
        FutureTask<Progress> driven = new FutureTask<>(() -> fixture.driver(chain, fixture.journal).drive(payment, wait));
        Thread.startVirtualThread(driven);
        return driven;
    }

    private void land() {
        SubmissionState.Signed signed = (SubmissionState.Signed) payment.state();
        assertTrue(fixture.chain.send(signed.pending().transaction().bytes()).isRight());
    }

    @Test
    void aNoticeEndsThePauseInWhichItComes() throws Exception {
        Future<Progress> waiting = driven(ONE_LONG_PAUSE);
        NodePubSub.Request subscription = node.pubSub().request();
        land();
        subscription.notifyClient();

        assertInstanceOf(Progress.Over.class, waiting.get(30, TimeUnit.SECONDS));
        assertInstanceOf(SubmissionState.Confirmed.class, fixture.state(payment));
    }

    @Test
    void aFalseNoticeEndsNoSubmission() throws Exception {
        Future<Progress> waiting = driven(ONE_LONG_PAUSE);
        node.pubSub().request().notifyClient();

        assertInstanceOf(Progress.Open.class, waiting.get(30, TimeUnit.SECONDS));
        assertInstanceOf(SubmissionState.Sent.class, fixture.state(payment));
        assertEquals(0, fixture.shopHas());
    }

    @Test
    void aMissingNoticeIsNotMissed() throws Exception {
        Future<Progress> waiting = driven(SHORT_PAUSES);
        assertEquals("signatureSubscribe", node.pubSub().request().method());
        land();

        assertInstanceOf(Progress.Over.class, waiting.get(30, TimeUnit.SECONDS));
        assertInstanceOf(SubmissionState.Confirmed.class, fixture.state(payment));
    }
}
