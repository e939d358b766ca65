package dev.mandate.adapters.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.LandingHint;
import dev.mandate.testkit.node.notices.NodePubSub;
import io.vavr.collection.Array;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A notice ends a wait. Without notices, waits last their time. */
class LandingNoticesTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Signature SIGNATURE = signature(1);
    private static final Signature OTHER_SIGNATURE = signature(2);

    private final NodePubSub node = NodePubSub.byHand(0);
    private final RpcFixture.MovedClock clock = new RpcFixture.MovedClock();
    private final RpcChain chain = chain(node.port() - 1);

    private RpcChain chain(int... ports) {
        return new RpcChain(new RpcSettings(
                Network.DEVNET,
                Array.ofAll(ports).map(port -> URI.create("http://127.0.0.1:" + port)),
                1,
                LONG,
                3,
                5,
                Duration.ofSeconds(10),
                clock,
                new RpcFixture.NotedPause(),
                RandomGenerator.of("L64X128MixRandom")));
    }

    private static Signature signature(int first) {
        byte[] bytes = new byte[Signature.LENGTH];
        bytes[0] = (byte) first;
        return new Signature(Bytes.of(bytes));
    }

    @AfterEach
    void close() {
        node.close();
    }

    /** Whether {@code hint} ended a wait before its time. */
    private static boolean endsEarly(LandingHint hint, Duration most) throws InterruptedException {
        long began = System.nanoTime();
        hint.await(most);
        return System.nanoTime() - began < most.toNanos();
    }

    @Test
    void aNoticeEndsOneWait() throws Exception {
        LandingHint hint = chain.landingHint(SIGNATURE);
        NodePubSub.Request subscription = node.request();
        assertEquals("signatureSubscribe", subscription.method());
        assertEquals(SIGNATURE, subscription.signature());
        assertEquals("confirmed", subscription.params().get(1).get("commitment").stringValue());
        subscription.notifyClient();
        subscription.notifyClient();
        assertTrue(endsEarly(hint, LONG));
        assertFalse(endsEarly(hint, SHORT), "a second notice is of no subscription");
    }

    @Test
    void aNoticeOfAnotherSubscriptionEndsNothing() throws Exception {
        LandingHint other = chain.landingHint(OTHER_SIGNATURE);
        NodePubSub.Request first = node.request();
        LandingHint hint = chain.landingHint(SIGNATURE);
        NodePubSub.Request second = node.request();
        first.notifyClient();
        assertTrue(endsEarly(other, LONG));
        assertFalse(endsEarly(hint, SHORT));
        second.notifyClient();
        assertTrue(endsEarly(hint, LONG));
    }

    @Test
    void withoutAConnectionWaitsLastTheirTime() throws Exception {
        try (ServerSocket reserved = new ServerSocket(0)) {
            LandingHint hint = chain(reserved.getLocalPort()).landingHint(SIGNATURE);
            assertFalse(endsEarly(hint, SHORT));
        }
    }

    @Test
    void closingALandingHintUnsubscribes() throws Exception {
        LandingHint hint = chain.landingHint(SIGNATURE);
        NodePubSub.Request subscription = node.request();
        hint.close();
        NodePubSub.Request end = node.request();
        assertEquals("signatureUnsubscribe", end.method());
        assertEquals(subscription.subscription(), end.subscription());
    }

    @Test
    void aTextThatIsNoNoticeEndsTheConnectionAndTheNextNodeIsTriedTenSecondsLater() throws Exception {
        try (NodePubSub other = NodePubSub.byHand(0)) {
            RpcChain both = chain(node.port() - 1, other.port() - 1);
            LandingHint hint = both.landingHint(SIGNATURE);
            node.request().say("<html>");
            assertFalse(endsEarly(hint, SHORT));
            assertFalse(endsEarly(both.landingHint(SIGNATURE), SHORT));
            clock.advance(Duration.ofSeconds(10));
            LandingHint again = both.landingHint(SIGNATURE);
            other.request().notifyClient();
            assertTrue(endsEarly(again, LONG));
        }
    }

    @Test
    void theUrlIsThatOfSolanasClients() {
        assertEquals(URI.create("ws://127.0.0.1:8900/"), LandingNotices.webSocket(URI.create("http://127.0.0.1:8899/")));
        assertEquals(
                URI.create("wss://node.example/v1/key?a=b%20c"),
                LandingNotices.webSocket(URI.create("https://node.example/v1/key?a=b%20c")));
    }
}
