package dev.mandate.adapters.http.api;

import io.vavr.control.Option;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The places for streams of one tenant. Each stream has a connection of the server. That a client is gone shows only when something is written to it. So
 * if no place is free, each stream writes twice at once.
 */
final class OpenStreams {

    static final int MOST = 16;

    /** Longer than each stream takes to write twice. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private static final int WRITES = 2;

    private final Semaphore free = new Semaphore(MOST);

    /** One request of the tenant waits at a time: it keeps a thread. */
    private final Semaphore waiting = new Semaphore(1);

    /** How often a place was wanted. */
    private final AtomicInteger wanted = new AtomicInteger();

    /** A place; none if none becomes free soon. */
    Option<Place> take() throws InterruptedException {
        if (free.tryAcquire()) {
            return Option.some(new Place());
        }
        if (!waiting.tryAcquire()) {
            return Option.none();
        }
        try {
            wanted.incrementAndGet();
            return Option.when(free.tryAcquire(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS), Place::new);
        } finally {
            waiting.release();
        }
    }

    /** The place of one stream. */
    final class Place {

        private final AtomicBoolean isFree = new AtomicBoolean();
        private int known = wanted.get();
        private int writes;

        /** Whether the stream is to write now, since its place is wanted. */
        boolean isWanted() {
            int now = wanted.get();
            writes = now == known ? writes : WRITES;
            known = now;
            return writes-- > 0;
        }

        /** Repeating this has no effect. */
        void free() {
            if (isFree.compareAndSet(false, true)) {
                free.release();
            }
        }
    }
}
