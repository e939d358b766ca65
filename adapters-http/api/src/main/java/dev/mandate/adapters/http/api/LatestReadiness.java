package dev.mandate.adapters.http.api;

import dev.mandate.ports.api.tenant.Readiness;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Caches the readiness of store, vault and chains for one second, because anyone may ask. One check runs at a time, on a thread of its own. Callers wait
 * two seconds for it. If it takes longer, they get the answer of the check before, if that ended in the last minute; otherwise they wait ten seconds more,
 * and then nothing is known. Thread-safe.
 */
final class LatestReadiness {

    private static final Duration GOOD_FOR = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);
    private static final Duration LONGEST_CHECK = Duration.ofSeconds(10);
    private static final Duration GOOD_WHILE_CHECKING = Duration.ofMinutes(1);

    private final Supplier<Readiness> source;
    private final LongSupplier nanoTime;
    private final Duration longestWait;
    private Option<CachedReadiness> latest = Option.none();
    private Option<CompletableFuture<Readiness>> check = Option.none();

    /** @param nanoTime supplies {@link System#nanoTime} */
    LatestReadiness(Supplier<Readiness> source, LongSupplier nanoTime) {
        this(source, nanoTime, LONGEST_WAIT);
    }

    LatestReadiness(Supplier<Readiness> source, LongSupplier nanoTime, Duration longestWait) {
        this.source = source;
        this.nanoTime = nanoTime;
        this.longestWait = longestWait;
    }

    private record CachedReadiness(Readiness readiness, long at) {}

    Readiness get() {
        return fresh(GOOD_FOR).getOrElse(this::checked);
    }

    private synchronized Option<Readiness> fresh(Duration goodFor) {
        return latest.filter(before -> nanoTime.getAsLong() - before.at() < goodFor.toNanos()).map(CachedReadiness::readiness);
    }

    private Readiness checked() {
        CompletableFuture<Readiness> running = running();
        return awaited(running, longestWait)
                .orElse(() -> fresh(GOOD_WHILE_CHECKING))
                .orElse(() -> awaited(running, LONGEST_CHECK))
                .getOrElse(Readiness.UNKNOWN);
    }

    private static Option<Readiness> awaited(CompletableFuture<Readiness> check, Duration wait) {
        try {
            return Option.some(check.get(wait.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return Option.none();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Option.none();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the check of readiness failed", e);
        }
    }

    /** The check that runs now, or a new one. */
    private synchronized CompletableFuture<Readiness> running() {
        return fresh(GOOD_FOR).map(CompletableFuture::completedFuture).orElse(() -> check.filter(begun -> !begun.isDone())).getOrElse(() -> {
            CompletableFuture<Readiness> begun =
                    CompletableFuture.supplyAsync(() -> kept(source.get()), task -> Thread.ofVirtual().name("readiness").start(task));
            check = Option.some(begun);
            return begun;
        });
    }

    /** The second starts when the result arrives, however long the check took. Otherwise all waiting threads would ask again, one after the other. */
    private synchronized Readiness kept(Readiness readiness) {
        latest = Option.some(new CachedReadiness(readiness, nanoTime.getAsLong()));
        return readiness;
    }
}
