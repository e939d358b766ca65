package dev.mandate.adapters.http.helidon;

import io.vavr.collection.Array;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One thread that looks after what nobody else would notice, ten times a second, until it is closed; a look that fails is told, and taken again. */
final class Watch implements AutoCloseable {

    private static final Duration EVERY = Duration.ofMillis(100);

    private final Array<Runnable> looks;
    private final CountDownLatch closed = new CountDownLatch(1);

    private Watch(Array<Runnable> looks) {
        this.looks = looks;
    }

    static Watch over(Runnable... looks) {
        Watch watch = new Watch(Array.of(looks));
        Thread.ofPlatform().daemon().name("mandate-watch").start(watch::keep);
        return watch;
    }

    private void keep() {
        try {
            while (!closed.await(EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                looks.forEach(Watch::look);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void look(Runnable look) {
        try {
            look.run();
        } catch (RuntimeException fault) {
            Thread watching = Thread.currentThread();
            watching.getUncaughtExceptionHandler().uncaughtException(watching, fault);
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
