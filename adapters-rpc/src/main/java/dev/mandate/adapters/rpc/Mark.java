package dev.mandate.adapters.rpc;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.ToLongFunction;

/**
 * The largest number that any node has answered: a slot at commitment {@code confirmed}, or a block height. Later answers must not be of an older one:
 * one URL may hide several nodes, and the next URL is another one. A mark that no node has reached again for its life is dropped, since a cluster that was
 * restarted begins at an older slot.
 *
 * <p>A number that is larger than time explains is believed only if another node has come as far, or if no other node answers. Otherwise the answer is
 * refused: told once, it would make those of all honest nodes too old.
 */
final class Mark {

    /** Slots last 400 to 200 ms (SIMD-0525), and there are no more blocks than slots. */
    private static final long MOST_PER_SECOND = 5;
    /** After a longer pause a number is compared. */
    private static final long MOST_EXPLAINED = 64;
    /** Healthy nodes are closer to each other than this, as a rule. */
    private static final long MOST_RESERVE = 32;
    /** A number that no other node could confirm is compared again. */
    private static final Duration COMPARE_AGAIN = Duration.ofSeconds(10);

    private final Clock clock;
    private final Duration life;
    private final NodeTips tips;
    private final ToLongFunction<Tip> part;
    private long number;
    private Instant reachedAt = Instant.MIN;
    /** How much further than {@link #MOST_PER_SECOND} allows the number may still be. */
    private long reserve;
    /** While no other node has confirmed the mark: when it is to be compared. */
    private Instant compareAt = Instant.MAX;

    /** @param part which number of a node's tip is comparable */
    Mark(Clock clock, Duration life, NodeTips tips, ToLongFunction<Tip> part) {
        this.clock = clock;
        this.life = life;
        this.tips = tips;
        this.part = part;
    }

    /** The number that the next answer must reach; zero for any. One that no other node could confirm is compared from time to time. */
    long required() {
        long mark = current();
        if (mark > 0 && isDue()) {
            switch (tips.compare(part, mark)) {
                case CONTRADICTED -> drop();
                case CONFIRMED -> compareNext(Instant.MAX);
                case NOT_COMPARED -> compareNext(clock.instant().plus(COMPARE_AGAIN));
            }
        }
        return current();
    }

    /** The mark as it is. */
    synchronized long current() {
        return isCurrent() ? number : 0;
    }

    private synchronized boolean isDue() {
        return !clock.instant().isBefore(compareAt);
    }

    private synchronized void drop() {
        reachedAt = Instant.MIN;
    }

    private synchronized void compareNext(Instant at) {
        compareAt = at;
    }

    /**
     * Requires that a chain can have come to {@code answered} by now.
     *
     * @throws MalformedAnswerException if not
     */
    void requirePlausible(long answered) {
        if (!isExplained(answered)) {
            switch (tips.compare(part, answered)) {
                case CONTRADICTED -> throw new MalformedAnswerException("answered " + answered + ", which is far ahead of the other nodes");
                case CONFIRMED -> compared(answered, Instant.MAX);
                case NOT_COMPARED -> compared(answered, clock.instant().plus(COMPARE_AGAIN));
            }
        }
    }

    /**
     * Notes that a node has come to {@code answered}.
     *
     * @throws MalformedAnswerException if no chain can have come so far by now
     */
    void reached(long answered) {
        requirePlausible(answered);
        note(answered);
    }

    private synchronized boolean isExplained(long answered) {
        return isCurrent() && answered <= number + explained();
    }

    private long explained() {
        long byTime = Math.max(0, MOST_PER_SECOND * Duration.between(reachedAt, clock.instant()).toMillis() / 1_000);
        return Math.min(MOST_EXPLAINED, reserve + byTime);
    }

    private synchronized void compared(long answered, Instant again) {
        if (!isCurrent() || answered >= number) {
            number = answered;
            reachedAt = clock.instant();
            reserve = MOST_RESERVE;
            compareAt = again;
        }
    }

    private synchronized void note(long answered) {
        if (answered >= current()) {
            reserve = Math.min(MOST_RESERVE, isCurrent() ? Math.max(0, explained() - (answered - number)) : MOST_RESERVE);
            number = answered;
            reachedAt = clock.instant();
        }
    }

    private boolean isCurrent() {
        return number > 0 && !reachedAt.equals(Instant.MIN) && clock.instant().isBefore(reachedAt.plus(life));
    }
}
