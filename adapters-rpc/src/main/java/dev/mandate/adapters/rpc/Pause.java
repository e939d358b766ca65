package dev.mandate.adapters.rpc;

import java.time.Duration;

/** Waits between two attempts. A test gives one that does not. */
public interface Pause {

    /** Sleeps on the calling thread. */
    Pause SLEEP = duration -> {
        try {
            Thread.sleep(duration);
            return Outcome.RESTED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Outcome.INTERRUPTED;
        }
    };

    /** What became of a wait. */
    enum Outcome {
        RESTED,
        INTERRUPTED
    }

    /** Waits for {@code duration}. After an interruption the thread's flag is set. */
    Outcome rest(Duration duration);
}
