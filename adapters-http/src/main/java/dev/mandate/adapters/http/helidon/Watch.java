package dev.mandate.adapters.http.helidon;

import io.vavr.collection.Array;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One thread that looks after what nobody else would notice, every second, until it is closed. */
final class Watch implements AutoCloseable {

    private static final Duration EVERY = Duration.ofSeconds(1);

    private final Array<Runnable> looks;
    private final CountDownLatch closed = new CountDownLatch(1);

    private Watch(Array<Runnable> looks) {
        this.looks = looks;
    }

    /** @param looks none of which fails */
    static Watch over(Runnable... looks) {
        Watch watch = new Watch(Array.of(looks));
        Thread.ofPlatform().daemon().name("mandate-watch").start(watch::keep);
        return watch;
    }

    private void keep() {
        try {
            while (!closed.await(EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                looks.forEach(Runnable::run);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
