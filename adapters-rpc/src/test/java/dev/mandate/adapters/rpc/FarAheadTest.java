package dev.mandate.adapters.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.faults.NodeFault;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A slot or a height of one node, far ahead of the others, makes no honest answer stale; and no answer is older than one before. */
class FarAheadTest {

    private final SimulatedChain simulated = new SimulatedChain(new UnixTime(1_760_000_000));
    private final SolanaTestNode wrong = SolanaTestNode.httpOnly(simulated);
    private final SolanaTestNode honest = SolanaTestNode.httpOnly(simulated);
    private final SolanaTestNode third = SolanaTestNode.httpOnly(simulated);
    private final RpcFixture.MovedClock clock = new RpcFixture.MovedClock();
    private final RpcChain chain = chain(wrong, honest);
    private final AtomicLong ahead = new AtomicLong();

    FarAheadTest() {
        wrong.answering(this::moved);
    }

    private RpcChain chain(SolanaTestNode... nodes) {
        return new RpcChain(RpcFixture.settings(clock, new RpcFixture.NotedPause(), Duration.ofSeconds(10), nodes));
    }

    /** Adds to each slot and height of an answer. */
    private JsonNode moved(JsonNode answer) {
        for (JsonNode one : answer.isArray() ? Array.ofAll(answer.values()) : Array.of(answer)) {
            add(one.path("result"), "absoluteSlot");
            add(one.path("result"), "blockHeight");
            add(one.path("result").path("context"), "slot");
            add(one.path("result").path("value"), "lastValidBlockHeight");
        }
        return answer;
    }

    private void add(JsonNode in, String field) {
        if (in.has(field)) {
            ((ObjectNode) in).put(field, in.get(field).longValue() + ahead.get());
        }
    }

    @AfterEach
    void close() {
        wrong.close();
        honest.close();
        third.close();
    }

    private long slot() {
        return simulated.accounts(Array.empty()).get().slot();
    }

    private void assertHonest(Chain of) {
        assertEquals(Either.right(slot()), of.accounts(Array.empty()).map(AccountsSnapshot::slot));
        assertTrue(of.healthySlot().get() <= slot());
        assertEquals(simulated.blockHeight().get(), of.blockHeight().get());
        assertTrue(of.latestBlockhash().get().lastValidBlockHeight() <= simulated.latestBlockhash().get().lastValidBlockHeight());
        assertEquals(simulated.blockHeight().get(), of.statusAtHeight(Signature.EMPTY).get().blockHeight());
        assertTrue(of.statuses(Array.of(Signature.EMPTY)).isRight());
    }

    @ParameterizedTest
    @ValueSource(longs = {100, 5_000, 1_000_000, 1_000_000_000_000L, 1L << 61})
    void aNodeThatIsAlwaysFarAheadIsNotBelieved(long slots) {
        ahead.set(slots);
        assertHonest(chain);
        clock.advance(Duration.ofSeconds(30));
        assertHonest(chain);
    }

    @ParameterizedTest
    @ValueSource(longs = {100, 1_000_000, 1L << 61})
    void oneAnswerThatIsFarAheadIsNotBelieved(long slots) {
        assertHonest(chain);
        ahead.set(slots);
        assertHonest(chain);
        ahead.set(0);
        assertHonest(chain);
        wrong.failing(methods -> Option.some(new NodeFault.Cut()));
        assertHonest(chain);
    }

    /** A digit of a slot is wrong, by no more than time explains: its height then goes with a slot that comes too late. */
    @Tag("full")
    @ParameterizedTest
    @ValueSource(longs = {1, 5, 31, 40})
    void aSlotThatIsALittleAheadOfItsHeightIsForgotten(long slots) {
        for (RpcChain of : Array.of(chain, chain(wrong, honest, third), chain(wrong))) {
            assertHonest(of);
            simulated.advance(20);
            clock.advance(Duration.ofSeconds(20));
            wrong.answering(answer -> slotMoved(answer, slots));
            var unused = of.blockHeight();
            wrong.answering(this::moved);
            for (int minute = 0; minute < 30; minute++) {
                simulated.advance(60);
                clock.advance(Duration.ofSeconds(60));
                assertHonest(of);
            }
        }
    }

    private static JsonNode slotMoved(JsonNode answer, long slots) {
        JsonNode slot = answer.path("result").path("absoluteSlot");
        if (slot.isNumber()) {
            ((ObjectNode) answer.path("result")).put("absoluteSlot", slot.longValue() + slots);
        }
        return answer;
    }

    @Test
    void theNodeItselfIsBelievedAgainAsSoonAsItIsRight() {
        assertHonest(chain);
        ahead.set(1_000_000);
        assertTrue(chain.sources().head().healthySlot().isLeft());
        ahead.set(0);
        assertTrue(chain.sources().head().healthySlot().isRight());
        assertTrue(chain.sources().head().blockHeight().isRight());
    }

    @Test
    void whatIsReadBeforeTheOthersAnswerIsComparedOnceTheyDo() {
        ahead.set(1_000_000);
        honest.failing(methods -> Option.some(new NodeFault.Cut()));
        assertEquals(slot() + 1_000_000, chain.accounts(Array.empty()).get().slot(), "there is nothing to compare it with");
        honest.failing(methods -> Option.none());
        clock.advance(Duration.ofSeconds(11));
        assertHonest(chain);
    }

    @Test
    void aMajorityThatHasComeFurtherIsBelieved() {
        RpcChain three = chain(wrong, honest, third);
        honest.lag(100);
        long slot = three.accounts(Array.empty()).get().slot();
        assertEquals(slot(), slot);
    }

    @Test
    void slotsThatTimeExplainsAreNotCompared() {
        assertTrue(chain.healthySlot().isRight());
        int before = honest.asked().size();
        for (int second = 0; second < 100; second++) {
            simulated.advance(1);
            clock.advance(Duration.ofSeconds(1));
            assertTrue(chain.healthySlot().isRight());
        }
        assertEquals(before, honest.asked().size());
    }

    @Test
    void aLoneNodeIsBelieved() {
        RpcChain lone = chain(wrong);
        long slot = lone.healthySlot().get();
        simulated.advance(86_400);
        assertTrue(lone.healthySlot().get() > slot);
        assertFalse(lone.blockHeight().isLeft());
    }
}
