package dev.mandate.testkit.planted;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.time.ServerClock;
import dev.mandate.testkit.time.ClockContract;
import dev.mandate.testkit.time.ClockUnderTest;
import io.vavr.control.Option;

/** The contract of a clock that never follows a jump, unless a subclass does. It runs only by a launcher. */
class AlteredClock extends ClockContract {

    private static final UnixTime START = new UnixTime(1_800_000_000);

    /** Returns the time of a machine on which {@code passed} seconds passed, and whose wall clock is {@code ahead}. */
    UnixTime now(long passed, long ahead) {
        return START.plusSeconds(passed);
    }

    boolean isDisputed(long ahead) {
        return ahead != 0;
    }

    @Override
    protected ClockUnderTest fresh() {
        long[] passed = {0};
        long[] ahead = {0};
        ServerClock clock = new ServerClock() {
            @Override
            public UnixTime now() {
                return AlteredClock.this.now(passed[0], ahead[0]);
            }

            @Override
            public Option<UnixTime> undisputed() {
                return Option.when(!isDisputed(ahead[0]), this::now);
            }
        };
        return new ClockUnderTest() {
            @Override
            public ServerClock clock() {
                return clock;
            }

            @Override
            public void pass(long seconds) {
                passed[0] += seconds;
            }

            @Override
            public void stepWall(long seconds) {
                ahead[0] += seconds;
            }
        };
    }

    /** The machine's wall clock, whatever it shows. */
    static class WallClock extends AlteredClock {
        @Override
        UnixTime now(long passed, long ahead) {
            return START.plusSeconds(passed + ahead);
        }

        @Override
        boolean isDisputed(long ahead) {
            return false;
        }
    }

    /** A jump is ignored, and nobody hears of it. */
    static class JumpNotDisputed extends AlteredClock {
        @Override
        boolean isDisputed(long ahead) {
            return false;
        }
    }
}
