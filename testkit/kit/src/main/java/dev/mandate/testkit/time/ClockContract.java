package dev.mandate.testkit.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract of every {@link ServerClock} of a server that runs for long: expiry of codes, keys and answers stands on it. Extend this
 * class and return a clock whose time a test controls.
 *
 * <p>Not asserted: how long a jump is disputed, because it is a setting of the clock. Nor that the time is right, because a clock has no better
 * one to compare with.
 */
public abstract class ClockContract {

    private static final long DAY = 86_400;

    /** Returns a clock for one test. */
    protected abstract ClockUnderTest fresh();

    @Test
    void timePassesSecondBySecond() {
        ClockUnderTest tested = fresh();
        UnixTime before = tested.clock().now();
        for (long passed : new long[] {1, 59, 3_600}) {
            tested.pass(passed);
            assertEquals(before.plusSeconds(passed), tested.clock().now());
            before = before.plusSeconds(passed);
        }
    }

    @Test
    void anUndisputedTimeIsTheTime() {
        ClockUnderTest tested = fresh();
        tested.pass(7);
        assertEquals(Option.some(tested.clock().now()), tested.clock().undisputed());
    }

    @ParameterizedTest
    @ValueSource(longs = {DAY, -DAY})
    void aJumpIsNotFollowedAtOnceAndIsDisputed(long jump) {
        ClockUnderTest tested = fresh();
        UnixTime before = tested.clock().now();
        tested.stepWall(jump);
        assertEquals(before, tested.clock().now());
        assertTrue(tested.clock().undisputed().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(longs = {DAY, -DAY})
    void aJumpThatIsTakenBackChangesNothing(long jump) {
        ClockUnderTest tested = fresh();
        UnixTime before = tested.clock().now();
        tested.stepWall(jump);
        assertEquals(before, tested.clock().now());
        tested.stepWall(-jump);
        tested.pass(1);
        assertEquals(Option.some(before.plusSeconds(1)), tested.clock().undisputed());
    }
}
