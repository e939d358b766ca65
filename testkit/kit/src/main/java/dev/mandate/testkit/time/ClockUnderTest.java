package dev.mandate.testkit.time;

import dev.mandate.ports.spi.time.ServerClock;

/** A clock, and the time that it shows. */
public interface ClockUnderTest {

    ServerClock clock();

    /** Lets time pass. */
    void pass(long seconds);

    /** Sets the machine's wall clock ahead, or back, while no time passes. */
    void stepWall(long seconds);
}
