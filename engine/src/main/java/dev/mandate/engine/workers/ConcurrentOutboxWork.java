package dev.mandate.engine.workers;

import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.workers.WorkerEvent;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Delivers many messages of a topic at once, each on a virtual thread: their receivers may be slow. One thread looks for messages, so that an idle topic
 * costs no more than another one. A thread that has delivered a message claims the next one itself: one may wait for just that.
 */
final class ConcurrentOutboxWork implements Work {

    private static final Duration GRACE = Duration.ofSeconds(2);
    /** How long an interrupted thread may take to settle its message. */
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(1);

    private final OutboxWork messages;
    private final int most;
    private final Semaphore free;
    private final WorkerContext at;
    private final String topic;
    private final Set<Thread> working = ConcurrentHashMap.newKeySet();
    private volatile boolean isStopping;

    ConcurrentOutboxWork(OutboxWork messages, String topic, int most, WorkerContext at) {
        this.messages = messages;
        this.topic = topic;
        this.most = most;
        this.free = new Semaphore(most);
        this.at = at;
    }

    @Override
    public Progress step() {
        if (!free.tryAcquire()) {
            return Progress.IDLE;
        }
        Option<Delivery> claimed = claim();
        claimed.forEach(delivery -> Thread.ofVirtual().name("mandate-outbox-" + topic).start(() -> work(delivery)));
        return claimed.isDefined() ? Progress.MORE : Progress.IDLE;
    }

    private Option<Delivery> claim() {
        Option<Delivery> claimed = Option.none();
        try {
            claimed = messages.claim();
            return claimed;
        } finally {
            if (claimed.isEmpty()) {
                free.release();
            }
        }
    }

    private void work(Delivery first) {
        working.add(Thread.currentThread());
        try {
            for (Option<Delivery> next = Option.some(first); next.isDefined(); next = isStopping ? Option.none() : messages.claim()) {
                messages.work(next.get());
            }
        } catch (Throwable e) {
            // The lease runs out, and the message is delivered again.
            at.tell(new WorkerEvent.StepFailed("outbox-" + topic, 1, Faults.describe(e)));
        } finally {
            working.remove(Thread.currentThread());
            free.release();
        }
    }

    @Override
    public void stopping() {
        isStopping = true;
    }

    /** Whatever takes longer than a grace is interrupted, and delivered again by another process. */
    @Override
    public void atStop() {
        try {
            if (!free.tryAcquire(most, GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                working.forEach(Thread::interrupt);
                var unused = free.tryAcquire(most, AFTER_INTERRUPT.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
