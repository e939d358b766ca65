package dev.mandate.engine.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SteadyClockTest {

    private static final long DAY = 86_400;

    private final SteppedClock machine = new SteppedClock();
    private final SteadyClock clock = machine.steady();

    @Test
    void wallTimeIsTheTimeAsLongAsItAgreesToAMinute() {
        for (long drift : new long[] {0, 60, -60, 60, 60}) {
            machine.pass(1_000);
            machine.stepWall(drift);
            assertEquals(machine.wall(), clock.now());
            assertEquals(Option.some(machine.wall()), clock.undisputed());
        }
        assertTrue(machine.reported.isEmpty());
    }

    @ParameterizedTest
    @ValueSource(longs = {61, -61, DAY, -DAY})
    void aClockStepIsReportedOnceAndCountsAfterTenMinutes(long step) {
        UnixTime before = clock.now();
        machine.stepWall(step);
        for (long passed = 0; passed < 600; passed++) {
            assertEquals(before.plusSeconds(passed), clock.now());
            assertEquals(Option.none(), clock.undisputed());
            machine.pass(1);
        }
        assertEquals(1, machine.reported.size());

        assertEquals(before.plusSeconds(600 + step), clock.now());
        assertEquals(Option.some(machine.wall()), clock.undisputed());
        assertEquals(2, machine.reported.size());
        machine.pass(1);
        assertEquals(before.plusSeconds(601 + step), clock.now());
    }

    @ParameterizedTest
    @ValueSource(longs = {DAY, -DAY})
    void aStepThatIsTakenBackNeverCounts(long step) {
        UnixTime before = clock.now();
        machine.stepWall(step);
        machine.pass(599);
        assertEquals(before.plusSeconds(599), clock.now());

        machine.stepWall(-step);

        assertEquals(before.plusSeconds(599), clock.now());
        machine.stepWall(step);
        machine.pass(599);
        assertEquals(before.plusSeconds(2 * 599), clock.now(), "the ten minutes begin anew");
    }

    @Test
    void aClockThatGoesOnJumpingNeverCounts() {
        UnixTime before = clock.now();
        for (int i = 1; i <= 20; i++) {
            machine.stepWall(DAY);
            machine.pass(300);
            assertEquals(before.plusSeconds(300L * i), clock.now());
        }
    }

    @Test
    void aMonotonicTimeThatIsNegativeOrOverflowsIsAsGoodAsAnother() {
        SteadyClock overflowing = new SteadyClock(
                () -> machine.wall().seconds() * 1_000,
                () -> Long.MAX_VALUE + machine.passed() * 1_000_000_000,
                machine.reported::add);
        UnixTime before = overflowing.now();
        machine.stepWall(DAY);
        machine.pass(599);
        assertEquals(before.plusSeconds(599), overflowing.now());
        machine.pass(1);
        // Its first look at the step was a second ago.
        assertEquals(before.plusSeconds(600), overflowing.now());
    }

    @ParameterizedTest
    @ValueSource(longs = {DAY + 1, -DAY - 1})
    void aStartFarFromTheNewestRecordIsDoubtedForTenMinutes(long away) {
        clock.startAfter(machine.wall().plusSeconds(away));

        assertEquals(1, machine.reported.size());
        machine.pass(599);
        assertEquals(Option.none(), clock.undisputed());
        assertEquals(machine.wall(), clock.now());
        machine.pass(1);
        assertEquals(Option.some(machine.wall()), clock.undisputed());
    }

    @ParameterizedTest
    @ValueSource(longs = {DAY, 0, -DAY})
    void aStartWithinADayOfTheNewestRecordIsNotDoubted(long away) {
        clock.startAfter(machine.wall().plusSeconds(away));

        assertEquals(Option.some(machine.wall()), clock.undisputed());
        assertTrue(machine.reported.isEmpty());
    }
}
