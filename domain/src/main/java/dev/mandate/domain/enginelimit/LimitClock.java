package dev.mandate.domain.enginelimit;

import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.chain.ChainClock;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Either;

/**
 * The clocks by which a limit is used or ends. As many sources of the chain as have to told the chain's clock, and the server's clock agrees with it.
 */
public final class LimitClock {

    /** The chain's clock and the server's clock may be so far apart. */
    public static final long MOST_APART_SECONDS = 300;

    private final ClockReading reading;

    private LimitClock(ClockReading reading) {
        this.reading = reading;
    }

    /** The clocks; on the left what they show if they are too far apart. */
    public static Either<ClockReading, LimitClock> of(Agreed<ChainClock> chain, UnixTime server) {
        ClockReading reading = new ClockReading(chain.value(), server);
        return reading.isWithin(MOST_APART_SECONDS) ? Either.right(new LimitClock(reading)) : Either.left(reading);
    }

    /** What the clocks show. */
    public ClockReading reading() {
        return reading;
    }
}
