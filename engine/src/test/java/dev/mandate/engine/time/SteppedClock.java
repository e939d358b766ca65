package dev.mandate.engine.time;

import dev.mandate.domain.kernel.UnixTime;
import java.util.ArrayList;
import java.util.List;

/** A machine whose time passes by hand and whose wall clock can be set. */
public final class SteppedClock {

    /** What was logged. */
    public final List<String> reported = new ArrayList<>();

    private long passed;
    private long wall = 1_800_000_000;

    /** A server's clock on this machine, as from a start by now. */
    public SteadyClock steady() {
        return new SteadyClock(() -> wall * 1_000, () -> passed * 1_000_000_000, reported::add);
    }

    /** What the wall clock shows. */
    public UnixTime wall() {
        return new UnixTime(wall);
    }

    /** How much time has truly passed, in seconds. */
    public long passed() {
        return passed;
    }

    public void pass(long seconds) {
        passed += seconds;
        wall += seconds;
    }

    /** Sets the wall clock ahead, or back. */
    public void stepWall(long seconds) {
        wall += seconds;
    }
}
