package dev.mandate.engine.time;

import dev.mandate.ports.spi.time.ServerClock;
import dev.mandate.testkit.time.ClockContract;
import dev.mandate.testkit.time.ClockUnderTest;

class SteadyClockContractTest extends ClockContract {

    @Override
    protected ClockUnderTest fresh() {
        SteppedClock machine = new SteppedClock();
        SteadyClock clock = machine.steady();
        return new ClockUnderTest() {
            @Override
            public ServerClock clock() {
                return clock;
            }

            @Override
            public void pass(long seconds) {
                machine.pass(seconds);
            }

            @Override
            public void stepWall(long seconds) {
                machine.stepWall(seconds);
            }
        };
    }
}
