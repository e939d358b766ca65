package dev.mandate.engine.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.mandate.testsupport.extent.TestExtent;
import io.vavr.control.Option;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two instances, three nodes that lie, lag and fork, skewed clocks, a journal that goes back, mail and webhooks that fail, and clients that repeat.
 * Each order is paid once, and no limit is exceeded. What was told as final is what the chain has, and what a fork took back is told. Nothing
 * acknowledged is lost. Webhooks get each event in order. verify-log finds nothing.
 *
 * <p>{@code -Dmandate.simulation.schedules=N} plays so many schedules, {@code -Dmandate.simulation.seed=N} begins at another seed.
 */
class SimulationTest {

    private static final int SEEDS_FOR_A_BUG = 1_200;

    @Tag("counted")
    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void everyScheduleKeepsItsPromises() {
        long first = Long.getLong("mandate.simulation.seed", 1);
        int schedules = Integer.getInteger("mandate.simulation.schedules", TestExtent.of(30, 3_000));
        broken(first, schedules, PlantedBug.NONE).ifPresent(SimulationTest::report);
    }

    private static void report(long seed) {
        Schedule shortest = Schedule.of(seed, PlantedBug.NONE).shrunk();
        Option<String> broken = shortest.play();
        fail("with -Dmandate.simulation.schedules=1 -Dmandate.simulation.seed=" + seed + ": "
                + broken.getOrElse("nothing when it is played again") + shortest.steps().mkString("\n", "\n", ""));
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aPlantedBugIsFound(PlantedBug bug) {
        assertTrue(broken(1, SEEDS_FOR_A_BUG, bug).isPresent());
    }

    @Test
    void aSeedRepeatsItsSchedule() {
        for (long seed = 1; seed <= 3; seed++) {
            assertEquals(Schedule.of(seed, PlantedBug.NONE).recorded(), Schedule.of(seed, PlantedBug.NONE).recorded());
        }
    }

    @Tag("full")
    @Test
    void aFailureIsShrunkToTheStepsThatItNeeds() {
        Schedule shortest = Schedule.of(1, PlantedBug.IDEMPOTENCY_KEY_FORGOTTEN).shrunk();
        assertTrue(shortest.play().isDefined());
        assertTrue(shortest.steps().length() <= 2, () -> shortest.steps().toString());
    }

    private static OptionalLong broken(long first, int schedules, PlantedBug bug) {
        return LongStream.range(first, first + schedules)
                .parallel()
                .filter(seed -> Schedule.of(seed, bug).play().isDefined())
                .findFirst();
    }
}
