package dev.mandate.adapters.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.ports.spi.chain.ChangeNotices;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.node.notices.NodePubSub;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import java.net.URI;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** News of accounts come over a WebSocket that is kept alive, and over another one once it is not. */
class AccountNoticesTest {

    private static final Address ACCOUNT = TestKey.of("account").address();
    private static final Address NAMED = TestKey.of("named").address();

    private final NodePubSub node = NodePubSub.byHand(0);
    private final RpcFixture.MovedClock clock = new RpcFixture.MovedClock();
    private final ChangeNotices notices = new RpcChain(new RpcSettings(
                    Network.DEVNET,
                    Array.of(URI.create("http://127.0.0.1:" + (node.port() - 1))),
                    1,
                    Duration.ofSeconds(30),
                    3,
                    5,
                    Duration.ofSeconds(10),
                    clock,
                    new RpcFixture.NotedPause(),
                    RandomGenerator.of("L64X128MixRandom")))
            .changeNotices();

    @AfterEach
    void close() {
        notices.close();
        node.close();
    }

    /** The news, once some have come. */
    private Set<Address> news() throws InterruptedException {
        for (int looks = 0; looks < 1_000; looks++) {
            Set<Address> heard = notices.news();
            if (heard.nonEmpty()) {
                return heard;
            }
            Thread.sleep(10);
        }
        throw new AssertionError("no news came");
    }

    private Array<NodePubSub.Request> subscribed() throws InterruptedException {
        Array<NodePubSub.Request> requests = Array.of(node.request(), node.request());
        return requests.sortBy(NodePubSub.Request::method);
    }

    @Test
    void newsComeOfAccountsThatChangeAndOfAddressesThatTransactionsName() throws Exception {
        notices.follow(HashSet.of(ACCOUNT), HashSet.of(NAMED));
        assertEquals(HashSet.empty(), notices.news());
        Array<NodePubSub.Request> requests = subscribed();
        assertEquals(Array.of("accountSubscribe", "logsSubscribe"), requests.map(NodePubSub.Request::method));
        assertEquals(ACCOUNT.toString(), requests.get(0).params().get(0).stringValue());
        assertEquals(NAMED.toString(), requests.get(1).params().get(0).get("mentions").get(0).stringValue());

        requests.get(1).notifyClient();
        assertEquals(HashSet.of(NAMED), news());
        requests.get(0).notifyClient();
        assertEquals(HashSet.of(ACCOUNT), news());
        requests.get(0).notifyClient();
        assertEquals(HashSet.of(ACCOUNT), news(), "the subscription lasts");
    }

    @Test
    void whatIsFollowedNoMoreIsUnsubscribed() throws Exception {
        notices.follow(HashSet.of(ACCOUNT), HashSet.of(NAMED));
        assertEquals(HashSet.empty(), notices.news());
        Array<NodePubSub.Request> requests = subscribed();
        requests.get(0).notifyClient();
        assertEquals(HashSet.of(ACCOUNT), news());

        notices.follow(HashSet.empty(), HashSet.of(NAMED));

        NodePubSub.Request ended = node.request();
        assertEquals("accountUnsubscribe", ended.method());
        assertEquals(requests.get(0).subscription(), ended.subscription());
    }

    @Test
    void aNodeThatFallsSilentIsLeft() throws Exception {
        notices.follow(HashSet.of(ACCOUNT), HashSet.of(NAMED));
        assertEquals(HashSet.empty(), notices.news());
        var before = subscribed();
        node.fallSilent();
        assertTrue(notices.news().isEmpty(), () -> "nothing came after " + before);

        clock.advance(Duration.ofSeconds(41));

        assertEquals(HashSet.empty(), notices.news());
        assertEquals(Array.of("accountSubscribe", "logsSubscribe"), subscribed().map(NodePubSub.Request::method));
    }

    @Test
    void aNodeThatAnswersTheHeartbeatIsKept() throws Exception {
        notices.follow(HashSet.of(ACCOUNT), HashSet.of(NAMED));
        assertEquals(HashSet.empty(), notices.news());
        Array<NodePubSub.Request> requests = subscribed();
        for (int beats = 0; beats < 5; beats++) {
            clock.advance(Duration.ofSeconds(20));
            assertTrue(notices.news().isEmpty());
            // The answer to the heartbeat comes before this notice.
            requests.get(0).notifyClient();
            assertEquals(HashSet.of(ACCOUNT), news());
        }
    }

    @Test
    void aNodeWithoutAWebSocketGivesNoNews() throws Exception {
        node.close();
        notices.follow(HashSet.of(ACCOUNT), HashSet.of(NAMED));

        for (int tries = 0; tries < 20; tries++) {
            assertEquals(HashSet.empty(), notices.news());
            clock.advance(Duration.ofSeconds(11));
            Thread.sleep(10);
        }
    }
}
