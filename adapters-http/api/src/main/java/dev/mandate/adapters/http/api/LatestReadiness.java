package dev.mandate.adapters.http.api;

import dev.mandate.ports.tenant.Readiness;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How that is on which the service stands, as it was heard a second ago at most: anybody may wonder, and the store and the chains are
 * asked for all of them together. One asks at a time; who comes meanwhile waits, and is told what that one heard. Safe from any thread.
 */
final class LatestReadiness {

    private static final Duration GOOD_FOR = Duration.ofSeconds(1);

    private final Supplier<Readiness> source;
    private final LongSupplier nanoTime;
    private final ReentrantLock asking = new ReentrantLock();
    private Option<Heard> latest = Option.none();

    /** @param nanoTime what {@link System#nanoTime} is */
    LatestReadiness(Supplier<Readiness> source, LongSupplier nanoTime) {
        this.source = source;
        this.nanoTime = nanoTime;
    }

    private record Heard(Readiness readiness, long at) {}

    Readiness get() {
        asking.lock();
        try {
            Heard heard = latest.filter(before -> nanoTime.getAsLong() - before.at() < GOOD_FOR.toNanos())
                    .getOrElse(this::ask);
            latest = Option.some(heard);
            return heard.readiness();
        } finally {
            asking.unlock();
        }
    }

    /** Good from when it was heard, however long that took: else those who waited for it would all ask again, one after the other. */
    private Heard ask() {
        Readiness readiness = source.get();
        return new Heard(readiness, nanoTime.getAsLong());
    }
}
