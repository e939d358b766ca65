package dev.mandate.adapters.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.faults.NodeFault;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Reads from nodes that fail. */
class NodeFaultsTest {

    private static final String RENT = "getMinimumBalanceForRentExemption";

    private final SimulatedChain simulated = new SimulatedChain(new UnixTime(1_760_000_000));
    private final SolanaTestNode first = SolanaTestNode.httpOnly(simulated);
    private final SolanaTestNode second = SolanaTestNode.httpOnly(simulated);
    private final RpcFixture.MovedClock clock = new RpcFixture.MovedClock();
    private final RpcFixture.NotedPause pause = new RpcFixture.NotedPause();
    private final RpcChain one = chain(Duration.ofSeconds(10), first);
    private final RpcChain both = chain(Duration.ofSeconds(10), first, second);

    private RpcChain chain(Duration timeout, SolanaTestNode... nodes) {
        return new RpcChain(RpcFixture.settings(clock, pause, timeout, nodes));
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    /** So often, then no more; never for the genesis hash. */
    private static Function<Array<String>, Option<NodeFault>> times(int times, NodeFault fault) {
        AtomicInteger left = new AtomicInteger(times);
        return methods -> Option.when(!methods.contains("getGenesisHash") && left.getAndDecrement() > 0, fault);
    }

    private static Function<Array<String>, Option<NodeFault>> always(NodeFault fault) {
        return times(Integer.MAX_VALUE, fault);
    }

    private static ChainFault fault(Either<ChainFault, ?> answer) {
        assertTrue(answer.isLeft(), answer::toString);
        assertFalse(answer.getLeft().toString().contains(SolanaTestNode.SECRET), answer::toString);
        return answer.getLeft();
    }

    private static int count(SolanaTestNode node, String method) {
        return node.asked().count(method::equals);
    }

    @Test
    void asksAgainAfterARandomWaitThatDoubles() {
        first.failing(times(2, new NodeFault.Cut()));
        assertEquals(BaseUnits.of(890_880), one.rentExemptMinimum(0).get());
        Array<Duration> waits = pause.waits();
        assertEquals(2, waits.size());
        assertTrue(waits.get(0).toMillis() >= 100 && waits.get(0).toMillis() <= 200, waits::toString);
        assertTrue(waits.get(1).toMillis() >= 200 && waits.get(1).toMillis() <= 400, waits::toString);
    }

    @Test
    void givesUpAfterItsRounds() {
        first.failing(always(new NodeFault.Cut()));
        assertInstanceOf(ChainFault.Unreachable.class, fault(one.rentExemptMinimum(0)));
        assertEquals(3, count(first, RENT));
    }

    @Test
    void goesToTheNextNodeWithoutWaiting() {
        first.failing(always(new NodeFault.Status(503, Option.none())));
        assertEquals(BaseUnits.of(890_880), both.rentExemptMinimum(0).get());
        assertEquals(Array.empty(), pause.waits());
        assertEquals(1, count(second, RENT));
    }

    @Test
    void staysWithTheFirstNodeWhileItAnswers() {
        assertTrue(both.rentExemptMinimum(0).isRight());
        assertEquals(Array.empty(), second.asked());
    }

    /** A host may call from the common pool, and all threads of it may wait for answers. */
    @Test
    void needsNoThreadOfTheCommonPool() {
        CountDownLatch over = new CountDownLatch(1);
        Array<ForkJoinTask<?>> waiting = Array.fill(ForkJoinPool.getCommonPoolParallelism(), () -> ForkJoinPool.commonPool().submit(() -> {
            over.await();
            return 0;
        }));
        try {
            assertEquals(BaseUnits.of(890_880), one.rentExemptMinimum(0).get());
        } finally {
            over.countDown();
        }
        waiting.forEach(ForkJoinTask::join);
    }

    @Test
    void doesNotWaitForAnAnswerForever() {
        RpcChain hasty = chain(Duration.ofMillis(200), first, second);
        first.failing(always(new NodeFault.Silence()));
        assertEquals(BaseUnits.of(890_880), hasty.rentExemptMinimum(0).get());
    }

    @Test
    void waitsATenthForANodeThatHangsUntilItAnswers() {
        first.failing(methods -> Option.some(new NodeFault.Silence()));
        RpcChain slow = new RpcChain(RpcFixture.settings(clock, pause, Duration.ofSeconds(3), first));
        long began = System.nanoTime();
        assertInstanceOf(ChainFault.Unreachable.class, fault(slow.blockHeight()));
        assertTrue(Duration.ofNanos(System.nanoTime() - began).compareTo(Duration.ofSeconds(8)) < 0, "it was asked three times");
        first.failing(methods -> Option.none());
        assertTrue(slow.blockHeight().isRight());
    }

    @Test
    void doesNotWaitForTheRestOfAnAnswerForever() {
        RpcChain hasty = chain(Duration.ofMillis(300), first);
        first.failing(always(new NodeFault.Truncated(20)));
        assertInstanceOf(ChainFault.Unreachable.class, fault(hasty.rentExemptMinimum(0)));
    }

    @Test
    void aRefusedConnectionIsReportedAsUnreachable() {
        first.close();
        assertInstanceOf(ChainFault.Unreachable.class, fault(one.rentExemptMinimum(0)));
    }

    @Test
    void leavesANodeAloneAsLongAsItAsksFor() {
        first.failing(times(1, new NodeFault.Status(429, Option.some("7"))));
        assertEquals(new ChainFault.RateLimited(), fault(one.rentExemptMinimum(0)));
        clock.advance(Duration.ofMillis(6_999));
        assertEquals(new ChainFault.RateLimited(), fault(one.rentExemptMinimum(0)));
        assertEquals(1, count(first, RENT));
        clock.advance(Duration.ofMillis(1));
        assertTrue(one.rentExemptMinimum(0).isRight());
    }

    @Test
    void obeysARetryAfterThatIsADate() {
        first.failing(times(1, new NodeFault.Status(503, Option.some("Thu, 1 Jan 2026 00:00:05 GMT"))));
        assertEquals(new ChainFault.RateLimited(), fault(one.rentExemptMinimum(0)));
        clock.advance(Duration.ofSeconds(4));
        assertEquals(new ChainFault.RateLimited(), fault(one.rentExemptMinimum(0)));
        clock.advance(Duration.ofSeconds(1));
        assertTrue(one.rentExemptMinimum(0).isRight());
    }

    @Test
    void asksTheNextNodeWhileOneAsksForFewerCalls() {
        first.failing(times(1, new NodeFault.Status(429, Option.some("7"))));
        assertTrue(both.rentExemptMinimum(0).isRight());
        assertTrue(both.rentExemptMinimum(0).isRight());
        assertEquals(1, count(first, RENT));
        assertEquals(2, count(second, RENT));
    }

    @ParameterizedTest
    @CsvSource({
        "-32001, Unreachable, 3",
        "-32004, Behind, 3",
        "-32007, Unreachable, 3",
        "-32009, Unreachable, 3",
        "-32010, BadAnswer, 1",
        "-32011, Unreachable, 3",
        "-32014, Behind, 3",
        "-32015, BadAnswer, 1",
        "-32016, Behind, 3",
        "-32019, Unreachable, 3",
        "-32600, BadAnswer, 1",
        "-32601, BadAnswer, 1",
        "-32602, BadAnswer, 1",
        "-32603, Unreachable, 3",
        "-32005, RateLimited, 1",
        "-32429, RateLimited, 1",
        "429, RateLimited, 1",
    })
    void knowsTheErrorsOfNodes(int code, String fault, int asked) {
        first.failing(always(new NodeFault.ErrorAnswer(code, "null")));
        assertEquals(fault, fault(one.rentExemptMinimum(0)).getClass().getSimpleName());
        assertEquals(asked, count(first, RENT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"numSlotsBehind\": 42}", "{\"numSlotsBehind\": null}"})
    void tellsANodeThatIsBehindFromOneThatAsksForFewerCalls(String data) {
        first.failing(always(new NodeFault.ErrorAnswer(-32005, data)));
        assertInstanceOf(ChainFault.Behind.class, fault(one.rentExemptMinimum(0)));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "",
        "null",
        "[]",
        "<html>",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":890880",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":890880} {}",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":890880,\"result\":890881}",
        "{\"jsonrpc\":\"1.0\",\"id\":2,\"result\":890880}",
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":890880}",
        "{\"jsonrpc\":\"2.0\",\"id\":\"2\",\"result\":890880}",
        "{\"jsonrpc\":\"2.0\",\"result\":890880}",
        "{\"jsonrpc\":\"2.0\",\"id\":2}",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":null}",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"890880\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":890880.0}",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":8.9088e5}",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":-1}",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":18446744073709551616}",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":1e999999999}",
    })
    void takesNoAnswerOfAnotherShape(String body) {
        first.failing(times(1, new NodeFault.Body(body)));
        // The genesis hash was asked first, with id 1.
        RpcChain impatient = new RpcChain(new RpcSettings(
                Network.DEVNET, Array.of(first.providerUrl()), 1, Duration.ofSeconds(10), 1, 5, Duration.ofSeconds(10), clock, pause,
                RandomGenerator.of("L64X128MixRandom")));
        assertInstanceOf(ChainFault.BadAnswer.class, fault(impatient.rentExemptMinimum(0)));
    }

    /** Without the Clock there is no answer. */
    @Test
    void asksTheNextNodeWhereAnAnswerHasNoAccounts() {
        first.answering(answer -> {
            if (answer.get("result") instanceof ObjectNode result) {
                result.putArray("value");
            }
            return answer;
        });
        assertTrue(both.accounts(Array.empty()).isRight());
        assertInstanceOf(ChainFault.BadAnswer.class, fault(one.accounts(Array.empty())));
    }

    @Test
    void asksTheNextNodeWhateverAnAnswerMakesItsReaderThrow() {
        RpcClient client = new RpcClient(
                RpcFixture.settings(clock, pause, Duration.ofSeconds(10), first, second), HttpClient.newHttpClient(), NodeListener.NONE);
        Array<RpcCall> slot = Array.of(new RpcCall("getHealth", JsonRpc.array()));
        for (Throwable thrown : Array.of(new IllegalStateException(SolanaTestNode.SECRET), new NoSuchElementException(), new StackOverflowError())) {
            AtomicInteger reads = new AtomicInteger();
            assertEquals(Either.right("ok"), client.<String>readOnce(slot, results -> {
                if (reads.getAndIncrement() == 0) {
                    throw unchecked(thrown);
                }
                return results.head().stringValue();
            }));
            ChainFault fault = fault(client.<String>readOnce(slot, results -> {
                throw unchecked(thrown);
            }));
            assertInstanceOf(ChainFault.BadAnswer.class, fault);
            assertTrue(fault.toString().contains(thrown.getClass().getSimpleName()), fault::toString);
        }
    }

    private static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return (RuntimeException) thrown;
    }

    @Test
    void readsTheLargestAmountThereIs() {
        first.failing(times(1, new NodeFault.Body("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":18446744073709551615}")));
        assertEquals(BaseUnits.MAX, one.rentExemptMinimum(0).get());
    }

    @Test
    void readsBalancesAbove2To53Exactly() {
        TestKey key = TestKey.of("rich");
        BaseUnits lamports = BaseUnits.of((1L << 53) + 1);
        simulated.fund(key.address(), lamports);
        assertEquals(lamports, one.accounts(AccountQuery.ofAnyOwner(Array.of(key.address()))).get().owned().get(key.address()).get().lamports());
    }

    @Test
    void readsMoreAccountsThanOneCallTakesAtOneSlot() {
        Array<TestKey> keys = Array.range(0, 250).map(i -> TestKey.of("account " + i));
        keys.forEach(key -> simulated.fund(key.address(), BaseUnits.of(1_000_000)));
        var read = one.accounts(AccountQuery.ofAnyOwner(keys.map(TestKey::address))).get();
        assertEquals(keys.map(TestKey::address).toSet(), read.owned().keySet());
        assertEquals(3, count(first, "getMultipleAccounts"));
    }

    @Test
    void leavesANodeAloneThatFailsFiveTimesInARowAndTriesItOnceAfterTenSeconds() {
        first.failing(always(new NodeFault.Cut()));
        assertInstanceOf(ChainFault.Unreachable.class, fault(one.rentExemptMinimum(0)));
        assertInstanceOf(ChainFault.Unreachable.class, fault(one.rentExemptMinimum(0)));
        assertEquals(5, count(first, RENT));
        assertInstanceOf(ChainFault.Unreachable.class, fault(one.rentExemptMinimum(0)));
        assertEquals(5, count(first, RENT), "left alone");

        clock.advance(Duration.ofMillis(10_001));
        assertInstanceOf(ChainFault.Unreachable.class, fault(one.rentExemptMinimum(0)));
        assertEquals(6, count(first, RENT), "tried once, and left alone again");

        first.failing(methods -> Option.none());
        clock.advance(Duration.ofMillis(10_001));
        assertTrue(one.rentExemptMinimum(0).isRight());
        assertTrue(one.rentExemptMinimum(0).isRight());
        assertEquals(8, count(first, RENT), "well again");
    }

    @Test
    void doesNotHoldARefusedRequestAgainstTheNode() {
        first.failing(times(20, new NodeFault.ErrorAnswer(-32602, "null")));
        for (int i = 0; i < 20; i++) {
            assertInstanceOf(ChainFault.BadAnswer.class, fault(one.rentExemptMinimum(0)));
        }
        assertTrue(one.rentExemptMinimum(0).isRight());
    }

    @Test
    void neverGoesBackToAnOlderSlotWithAnotherNode() {
        second.lag(10);
        long slot = both.accounts(Array.empty()).get().slot();
        first.failing(always(new NodeFault.Cut()));
        assertInstanceOf(ChainFault.Behind.class, fault(both.accounts(Array.empty())));
        second.lag(0);
        assertEquals(slot, both.accounts(Array.empty()).get().slot());
    }

    @Test
    void doesNotBelieveANodeThatIgnoresTheSlotAskedFor() {
        long slot = one.accounts(Array.empty()).get().slot();
        AtomicInteger old = new AtomicInteger(1);
        first.answering(answer -> {
            if (old.getAndDecrement() > 0) {
                ((ObjectNode) answer.get("result").get("context")).put("slot", slot - 1);
            }
            return answer;
        });
        assertEquals(slot, one.accounts(Array.empty()).get().slot());
        assertEquals(1, pause.waits().size());
    }

    @Test
    void startsAfreshWhereNoNodeReachesTheSlotForAMinute() {
        long slot = one.healthySlot().get();
        first.lag(100);
        assertInstanceOf(ChainFault.Behind.class, fault(one.healthySlot()));
        clock.advance(Duration.ofMinutes(1));
        assertEquals(slot - 100, one.healthySlot().get());
    }

    @Test
    void asksNothingOfANodeOfAnotherNetwork() {
        first.genesis("5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d");
        assertInstanceOf(ChainFault.WrongNetwork.class, fault(one.rentExemptMinimum(0)));
        assertInstanceOf(ChainFault.WrongNetwork.class, fault(one.healthySlot()));
        assertTrue(both.rentExemptMinimum(0).isRight());
        assertEquals(Array.of("getGenesisHash", "getGenesisHash"), first.asked(), "once for each chain");
        first.genesis("EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG");
        clock.advance(Duration.ofMinutes(1));
        assertTrue(one.rentExemptMinimum(0).isRight());
    }

    @Test
    void saysThatANodeIsNotHealthy() {
        assertTrue(one.healthySlot().isRight());
        first.failing(always(new NodeFault.ErrorAnswer(-32005, "{\"numSlotsBehind\": 200}")));
        assertInstanceOf(ChainFault.Behind.class, fault(one.healthySlot()));
    }

    @Test
    void callsATransactionMissingOnlyWhereTheHeightWasReached() {
        TestKey payer = TestKey.of("payer");
        simulated.fund(payer.address(), BaseUnits.of(1_000_000_000));
        var landed = SendingTest.signed(simulated, payer, 1);
        var missing = SendingTest.id(SendingTest.signed(simulated, payer, 2));
        assertTrue(simulated.send(landed).isRight());
        assertTrue(both.blockHeight().isRight());
        second.lag(10);
        first.failing(always(new NodeFault.Cut()));

        assertInstanceOf(ChainFault.Behind.class, fault(both.statuses(Array.of(missing))));
        second.lag(0);
        assertEquals(Option.none(), both.statuses(Array.of(missing)).get().head());
        assertTrue(both.statuses(Array.of(SendingTest.id(landed))).get().head().isDefined());
    }

    /** Accounts may show what a transaction did: a node that has not come as far must not call the same transaction missing. */
    @Test
    void callsATransactionMissingOnlyWhereTheSlotOfReadAccountsWasReached() {
        TestKey payer = TestKey.of("payer");
        simulated.fund(payer.address(), BaseUnits.of(1_000_000_000));
        var missing = SendingTest.id(SendingTest.signed(simulated, payer, 2));
        assertTrue(both.accounts(Array.empty()).isRight());
        second.lag(10);
        first.failing(always(new NodeFault.Cut()));

        assertInstanceOf(ChainFault.Behind.class, fault(both.statuses(Array.of(missing))));
        second.lag(0);
        assertEquals(Option.none(), both.statuses(Array.of(missing)).get().head());
    }

    @Test
    void neverAnswersASmallerHeight() {
        long height = both.blockHeight().get();
        second.lag(10);
        first.failing(always(new NodeFault.Cut()));
        assertInstanceOf(ChainFault.Behind.class, fault(both.blockHeight()));
        second.lag(0);
        assertEquals(height, both.blockHeight().get());
    }

    @Test
    void namesHostAndPortAlone() {
        URI url = first.providerUrl();
        first.failing(always(new NodeFault.ErrorAnswer(-32602, "null")));
        assertEquals(
                new ChainFault.BadAnswer("127.0.0.1:" + url.getPort() + ": " + RENT + ": error -32602"),
                fault(one.rentExemptMinimum(0)));
    }
}
