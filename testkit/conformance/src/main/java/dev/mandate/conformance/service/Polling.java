package dev.mandate.conformance.service;

import io.vavr.control.Option;
import java.time.Duration;
import java.util.function.Supplier;

/** Repeats what settles after a while: up to half a minute. */
public record Polling(Waiting waiting) {

    private static final int ATTEMPTS = 70;
    private static final long LONGEST_PAUSE_MILLIS = 500;

    /** Returns the first value; none if none comes. */
    public <T> Option<T> until(Supplier<Option<T>> attempt) {
        Option<T> found = attempt.get();
        long millis = 10;
        for (int at = 1; at < ATTEMPTS && found.isEmpty(); at++) {
            waiting.pause(Duration.ofMillis(millis));
            millis = Math.min(LONGEST_PAUSE_MILLIS, millis * 3 / 2);
            found = attempt.get();
        }
        return found;
    }
}
