package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.testkit.node.SolanaTestNode;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The requests to a node that depend on each other. Requests of one round are made at once: none is answered before all have come. */
public final class NodeRounds {

    private NodeRounds() {}

    /** The answer of {@code call}, which makes these requests to {@code node}, round by round. */
    public static <T> T assertRounds(SolanaTestNode node, Supplier<T> call, Array<Array<String>> rounds) {
        Array<String> expected = rounds.flatMap(round -> round.sorted());
        Array<CountDownLatch> latches = rounds.flatMap(round -> Array.fill(round.size(), new CountDownLatch(round.size())));
        List<String> came = new ArrayList<>();
        node.failing(methods -> {
            int place;
            synchronized (came) {
                place = came.size();
                came.add(methods.mkString(" "));
            }
            Option.when(place < latches.size(), () -> latches.get(place)).forEach(NodeRounds::arrive);
            return Option.none();
        });
        T answer = call.get();
        Array<String> arrived = Array.ofAll(came);
        assertEquals(expected, rounds.foldLeft(
                Array.<String>empty(),
                (sorted, round) -> sorted.appendAll(arrived.slice(sorted.size(), sorted.size() + round.size()).sorted())));
        assertEquals(expected.size(), arrived.size(), arrived::toString);
        return answer;
    }

    private static void arrive(CountDownLatch round) {
        round.countDown();
        try {
            if (!round.await(5, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the others wait for the answer to this one");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
