package dev.mandate.engine.desk;

import java.time.Duration;

/**
 * How long an answer waits for an account to stand on the chain.
 *
 * @param looks how often the chain is asked again
 * @param pause before each look
 */
public record Patience(int looks, Duration pause) {

    /** Five seconds in all. */
    public static final Patience DEFAULT = new Patience(20, Duration.ofMillis(250));

    /** The first answer counts. */
    public static final Patience NONE = new Patience(0, Duration.ZERO);

    public Patience {
        if (looks < 0 || pause.isNegative()) {
            throw new IllegalArgumentException(looks + " looks, each after " + pause);
        }
    }

    /** Waits for the next look; an interrupt ends the waiting, and stays on record with the thread. */
    boolean rest() {
        try {
            Thread.sleep(pause);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
