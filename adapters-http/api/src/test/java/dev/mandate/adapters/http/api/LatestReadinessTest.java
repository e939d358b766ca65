package dev.mandate.adapters.http.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.ports.api.tenant.Readiness.StoreHealth;
import dev.mandate.ports.api.tenant.Readiness;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LatestReadinessTest {

    private static final long SECOND = 1_000_000_000;
    private static final int MANY = 20;

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - SECOND / 2);
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger asking = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();
    private volatile StoreHealth store = StoreHealth.ANSWERS;
    private final LatestReadiness latest = new LatestReadiness(this::ask, nanos::get);

    private Readiness ask() {
        asked.incrementAndGet();
        mostAtOnce.accumulateAndGet(asking.incrementAndGet(), Math::max);
        Thread.onSpinWait();
        asking.decrementAndGet();
        return new Readiness(
                store, Readiness.VaultHealth.ANSWERS, HashMap.empty(), HashMap.empty(), Readiness.Background.NONE);
    }

    @Test
    void theStoreIsCheckedAtMostOnceASecond() {
        assertEquals(StoreHealth.ANSWERS, latest.get().store());
        store = StoreHealth.READ_ONLY;
        nanos.addAndGet(SECOND - 1);
        assertEquals(StoreHealth.ANSWERS, latest.get().store());
        assertEquals(1, asked.get());

        nanos.addAndGet(1);
        assertEquals(StoreHealth.READ_ONLY, latest.get().store());
        assertEquals(2, asked.get());
    }

    @Test
    void aCheckThatHangsBlocksNobody() {
        CountDownLatch hanging = new CountDownLatch(1);
        LatestReadiness slow = new LatestReadiness(() -> asked.get() == 0 ? ask() : after(hanging), nanos::get, Duration.ofMillis(20));
        assertEquals(StoreHealth.ANSWERS, slow.get().store());

        nanos.addAndGet(2 * SECOND);
        assertEquals(StoreHealth.ANSWERS, slow.get().store());
        nanos.addAndGet(50 * SECOND);
        assertEquals(StoreHealth.ANSWERS, slow.get().store());

        store = StoreHealth.READ_ONLY;
        hanging.countDown();
        while (slow.get().store() != StoreHealth.READ_ONLY) {
            Thread.onSpinWait();
        }
        assertEquals(2, asked.get(), "it is asked once while it hangs");
    }

    private Readiness after(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return ask();
    }

    @Test
    void concurrentCallersShareOneCheck() throws Exception {
        try (ExecutorService callers = Executors.newFixedThreadPool(MANY)) {
            for (Future<Readiness> reported : Array.fill(MANY, () -> callers.submit(latest::get))) {
                assertEquals(StoreHealth.ANSWERS, reported.get().store());
            }
        }

        assertEquals(1, asked.get());
        assertEquals(1, mostAtOnce.get());
    }
}
