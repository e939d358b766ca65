package dev.mandate.adapters.http.jetty;

import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.service.AdmittedRequest;
import dev.mandate.domain.access.Scope;
import io.vavr.control.Option;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Bounds the requests of API keys' holders that are at work at once: first come, first served. A request that would wait too long is refused before
 * anything is done for it. Reads have a lane of their own, so that other work never keeps them waiting. Requests that need no key, as those about
 * health, wait for nobody.
 */
final class WorkLanes {

    /** With so many at work, processors and nodes are busy: more would only make each of them slower. */
    private static final int MOST = 128;

    private final Semaphore reads;
    private final Semaphore others;
    private final Duration patience;

    WorkLanes(ServerLimits limits) {
        int most = Math.min(limits.connections(), MOST);
        this.reads = new Semaphore(most, true);
        this.others = new Semaphore(most, true);
        this.patience = limits.queue();
    }

    /** Answers a request when it is its turn. */
    Reply answer(AdmittedRequest admitted, Body body) throws InterruptedIOException {
        Option<Scope> scope = admitted.endpoint().scope();
        return scope.isEmpty() ? admitted.answer(body) : answer(admitted, body, scope.get() == Scope.READ ? reads : others);
    }

    private Reply answer(AdmittedRequest admitted, Body body, Semaphore lane) throws InterruptedIOException {
        if (!acquire(lane)) {
            return admitted.overloaded(patience);
        }
        try {
            return admitted.answer(body);
        } finally {
            lane.release();
        }
    }

    private boolean acquire(Semaphore lane) throws InterruptedIOException {
        try {
            return lane.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }
}
