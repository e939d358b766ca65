package dev.mandate.adapters.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.ChangeNotices;
import dev.mandate.ports.spi.chain.LandingHint;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.node.SolanaTestNode;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What lands on a node's chain reaches those who wait for it. */
class NoticesOfTheChainTest {

    private static final TestKey PAYER = TestKey.of("payer");
    private static final Address ACCOUNT = TestKey.of("account").address();

    private final SolanaTestNode node = SolanaTestNode.builder().start();
    private final RpcChain chain = new RpcChain(RpcSettings.of(Network.DEVNET, Array.of(node.url())));

    @AfterEach
    void close() {
        node.close();
    }

    private void subscribed(int subscriptions) throws InterruptedException {
        for (int looks = 0; node.pubSub().subscriptions() < subscriptions; looks++) {
            assertTrue(looks < 1_000, "no subscription came");
            Thread.sleep(10);
        }
    }

    @Test
    void aTransactionThatLandsEndsAWait() throws Exception {
        node.airdrop(PAYER.address().toString(), 1_000_000_000);
        Bytes transaction = SendingTest.signed(node.chain(), PAYER, 1);
        LandingHint hint = chain.landingHint(SendingTest.id(transaction));
        subscribed(1);

        assertTrue(chain.send(transaction).isRight());

        long began = System.nanoTime();
        hint.await(Duration.ofSeconds(30));
        assertTrue(System.nanoTime() - began < Duration.ofSeconds(30).toNanos());
    }

    @Test
    void anAccountThatChangesIsNews() throws Exception {
        try (ChangeNotices notices = chain.changeNotices()) {
            notices.follow(HashSet.of(ACCOUNT), HashSet.of(PAYER.address()));
            assertEquals(HashSet.empty(), notices.news());
            subscribed(2);

            node.chain().fund(ACCOUNT, BaseUnits.of(5));
            assertEquals(HashSet.of(ACCOUNT), news(notices));
            node.airdrop(PAYER.address().toString(), 5);
            assertEquals(HashSet.of(PAYER.address()), news(notices));
        }
    }

    private static Set<Address> news(ChangeNotices notices) throws InterruptedException {
        for (int looks = 0; looks < 1_000; looks++) {
            Set<Address> heard = notices.news();
            if (heard.nonEmpty()) {
                return heard;
            }
            Thread.sleep(10);
        }
        throw new AssertionError("no news came");
    }
}
