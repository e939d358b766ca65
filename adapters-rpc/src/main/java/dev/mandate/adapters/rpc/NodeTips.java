package dev.mandate.adapters.rpc;

import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * How far the healthy nodes of a network have come, each by its own word. A number of one node that is far ahead of all others is not believed: what it
 * shows would make the answers of the others look old. The nodes are asked at once, and only where a number rises by more than time explains.
 */
final class NodeTips {

    /** A node that is further behind the others is no witness. A validator calls itself unhealthy from 128 slots on. */
    private static final long APART = 64;

    private static final Duration GOOD_FOR = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final Array<RpcClient> nodes;
    private final Clock clock;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile Option<Seen> seen = Option.none();

    /** @param nodes each alone */
    NodeTips(Array<RpcClient> nodes, Clock clock) {
        this.nodes = nodes;
        this.clock = clock;
    }

    /** @param askedNanos {@link System#nanoTime} before the nodes were asked */
    private record Seen(Array<Tip> tips, long askedNanos, Instant at) {}

    /** What the other nodes say of a number. */
    enum Verdict {
        CONFIRMED,
        CONTRADICTED,
        /** At most one node answers. */
        NOT_COMPARED
    }

    /** Whether another node has come as far as {@code number}, or nearly. */
    Verdict compare(ToLongFunction<Tip> part, long number) {
        if (nodes.size() < 2) {
            return Verdict.NOT_COMPARED;
        }
        // What was seen a moment ago may confirm a number, and does not contradict it: nodes go on.
        return latest(number, part).getOrElse(() -> verdict(asked(), part, number));
    }

    /** Whether {@code claim} holds for two nodes, or for the only one that answers. */
    Verdict ask(Predicate<Tip> claim) {
        Array<Tip> answered = asked();
        return answered.count(claim) >= Math.clamp(answered.size(), 1, 2) ? Verdict.CONFIRMED : Verdict.CONTRADICTED;
    }

    private static Verdict verdict(Array<Tip> tips, ToLongFunction<Tip> part, long number) {
        return tips.count(tip -> part.applyAsLong(tip) >= number - APART) > 1
                ? Verdict.CONFIRMED
                : tips.size() > 1 ? Verdict.CONTRADICTED : Verdict.NOT_COMPARED;
    }

    private Option<Verdict> latest(long number, ToLongFunction<Tip> part) {
        return seen.filter(before -> clock.instant().isBefore(before.at().plus(GOOD_FOR)))
                .map(before -> verdict(before.tips(), part, number))
                .filter(Verdict.CONFIRMED::equals);
    }

    /** Only one thread asks at a time; those that wait share what was asked for after they came. */
    private Array<Tip> asked() {
        long cameNanos = System.nanoTime();
        asking.lock();
        try {
            Option<Seen> shared = seen.filter(before -> before.askedNanos() - cameNanos > 0);
            if (shared.isDefined()) {
                return shared.get().tips();
            }
            long askedNanos = System.nanoTime();
            Array<Tip> tips = ask();
            seen = Option.some(new Seen(tips, askedNanos, clock.instant()));
            return tips;
        } finally {
            asking.unlock();
        }
    }

    /** Those that answer in time. */
    private Array<Tip> ask() {
        ExecutorCompletionService<Either<?, Tip>> asked =
                new ExecutorCompletionService<>(task -> Thread.ofVirtual().name("rpc-tips").start(task));
        nodes.forEach(node -> {
            var unused = asked.submit(() -> RpcChain.tip(node));
        });
        long end = System.nanoTime() + LONGEST.toNanos();
        Array<Tip> tips = Array.empty();
        try {
            for (int count = 0; count < nodes.size(); count++) {
                Future<Either<?, Tip>> next = asked.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
                if (next == null) {
                    return tips;
                }
                tips = tips.appendAll(next.get());
            }
            return tips;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return tips;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a read does not throw", e.getCause());
        }
    }
}
