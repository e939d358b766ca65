package dev.mandate.engine.workers;

import java.time.Duration;

/**
 * The pause after a failure: exponential backoff with full jitter. The window doubles at each attempt up to a maximum. The pause is drawn
 * evenly from the whole window, so that clients that failed together do not retry together.
 *
 * @param base the window after the first try
 * @param cap the widest window
 * @see <a href="https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/">Exponential backoff and jitter</a>
 */
public record Backoff(Duration base, Duration cap) {

    public Backoff {
        if (base.toMillis() < 1 || cap.compareTo(base) < 0) {
            throw new IllegalArgumentException("no window from " + base + " to " + cap);
        }
    }

    /**
     * The longest pause after {@code tries} failures in a row.
     *
     * @param tries from 1
     */
    public Duration window(int tries) {
        if (tries < 1) {
            throw new IllegalArgumentException("no failure yet: " + tries);
        }
        long millis = base.toMillis();
        int doublings = tries - 1;
        boolean fits = doublings < Long.numberOfLeadingZeros(millis) - 1;
        Duration doubled = fits ? Duration.ofMillis(millis << doublings) : cap;
        return doubled.compareTo(cap) < 0 ? doubled : cap;
    }

    /**
     * The pause after {@code tries} failures in a row: zero to {@link #window}, in milliseconds.
     *
     * @param draw 64 random bits
     */
    public Duration pause(int tries, long draw) {
        // The high half of the product spreads the draw evenly over the window: Lemire, "Fast random integer generation in
        // an interval" (2019); the bias that is left is below the window's size over 2^64.
        return Duration.ofMillis(Math.unsignedMultiplyHigh(draw, window(tries).toMillis() + 1));
    }
}
