package dev.mandate.testkit.journal;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Calls of several threads at once, with an end: a store whose call never returns fails its test. */
final class ConcurrentCalls {

    private static final int LONGEST_SECONDS = 60;

    private ConcurrentCalls() {}

    /** Runs {@code calls} of all threads at once, each with its number, and returns their results in this order. */
    static <T> List<T> run(int threads, IntFunction<Callable<T>> calls) throws Exception {
        // Not closed: closing waits for a call that never returns.
        ExecutorService executor =
                Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon(true).factory());
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Callable<T>> all = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                Callable<T> mine = calls.apply(thread);
                all.add(() -> {
                    start.await();
                    return mine.call();
                });
            }
            List<T> results = new ArrayList<>();
            for (Future<T> one : executor.invokeAll(all, LONGEST_SECONDS, TimeUnit.SECONDS)) {
                assertFalse(one.isCancelled(), "a thread has not finished its calls within " + LONGEST_SECONDS + " s");
                results.add(one.get());
            }
            return results;
        } finally {
            executor.shutdownNow();
        }
    }
}
