package dev.mandate.adapters.http.api;

import dev.mandate.ports.api.tenant.Readiness;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Caches the readiness of store and chains for one second, because anyone may ask. Only one thread queries at a time; the
 * others wait and get its result. Thread-safe.
 */
final class LatestReadiness {

    private static final Duration GOOD_FOR = Duration.ofSeconds(1);

    private final Supplier<Readiness> source;
    private final LongSupplier nanoTime;
    private final ReentrantLock asking = new ReentrantLock();
    private Option<CachedReadiness> latest = Option.none();

    /** @param nanoTime supplies {@link System#nanoTime} */
    LatestReadiness(Supplier<Readiness> source, LongSupplier nanoTime) {
        this.source = source;
        this.nanoTime = nanoTime;
    }

    private record CachedReadiness(Readiness readiness, long at) {}

    Readiness get() {
        asking.lock();
        try {
            CachedReadiness heard = latest.filter(before -> nanoTime.getAsLong() - before.at() < GOOD_FOR.toNanos())
                    .getOrElse(this::ask);
            latest = Option.some(heard);
            return heard.readiness();
        } finally {
            asking.unlock();
        }
    }

    /**
     * The second starts when the result arrives, however long the query took. Otherwise all waiting threads would query again, one
     * after the other.
     */
    private CachedReadiness ask() {
        Readiness readiness = source.get();
        return new CachedReadiness(readiness, nanoTime.getAsLong());
    }
}
