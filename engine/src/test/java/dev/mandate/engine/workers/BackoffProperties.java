package dev.mandate.engine.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class BackoffProperties {

    private static Backoff backoff(long baseMillis, long moreMillis) {
        return new Backoff(Duration.ofMillis(baseMillis), Duration.ofMillis(baseMillis + moreMillis));
    }

    @Property
    void theWindowDoublesWithEachTryUpToTheBound(
            @ForAll @LongRange(min = 1, max = 100_000) long base,
            @ForAll @LongRange(min = 0, max = 1_000_000_000_000L) long more,
            @ForAll @IntRange(min = 1, max = Integer.MAX_VALUE - 1) int tries) {
        Backoff backoff = backoff(base, more);
        Duration window = backoff.window(tries);
        Duration doubled = window.multipliedBy(2);
        assertEquals(doubled.compareTo(backoff.cap()) < 0 ? doubled : backoff.cap(), backoff.window(tries + 1));
        assertEquals(backoff.base(), backoff.window(1));
    }

    @Property
    void aPauseIsNeverLongerThanItsWindow(
            @ForAll @LongRange(min = 1, max = 100_000) long base,
            @ForAll @LongRange(min = 0, max = 1_000_000_000_000L) long more,
            @ForAll @IntRange(min = 1, max = 100) int tries,
            @ForAll long draw) {
        Backoff backoff = backoff(base, more);
        Duration pause = backoff.pause(tries, draw);
        assertTrue(!pause.isNegative() && pause.compareTo(backoff.window(tries)) <= 0, pause::toString);
    }

    /** The draw cut into as many even parts as the window has milliseconds, both ends included: each part is its own pause. */
    @Property
    void pausesAreSpreadEvenlyOverTheWholeWindow(
            @ForAll @IntRange(min = 2, max = 1_000) int window, @ForAll @IntRange(min = 0, max = 1_000) int part) {
        Backoff backoff = backoff(window - 1, 0);
        int which = part % window;
        long width = Long.divideUnsigned(-1, window);
        assertEquals(Duration.ofMillis(which), backoff.pause(1, width * which + width / 2));
    }

    @Example
    void aWindowThatShrinksOrIsEmptyIsNone() {
        assertThrows(IllegalArgumentException.class, () -> new Backoff(Duration.ZERO, Duration.ofSeconds(1)));
        assertThrows(
                IllegalArgumentException.class, () -> new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)));
        assertThrows(IllegalArgumentException.class, () -> backoff(1, 0).window(0));
    }
}
