package dev.mandate.domain.enginelimit;

import dev.mandate.domain.chain.ChainClock;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;

/** The chain's clock and the server's clock, read at the same moment. They may differ by any time: {@link LimitClock} is one that counts. */
public record ClockReading(ChainClock chain, UnixTime server) {

    /** The latest of the clocks. By it something expires. */
    public UnixTime expiry() {
        return Array.of(chain.latest(), server).max().get();
    }

    /** The earliest of the clocks. By it a new window opens. */
    public UnixTime window() {
        return Array.of(chain.earliest(), server).min().get();
    }

    boolean isWithin(long seconds) {
        return !window().plusSeconds(seconds).isBefore(expiry());
    }
}
