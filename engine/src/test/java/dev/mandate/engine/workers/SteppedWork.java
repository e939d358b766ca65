package dev.mandate.engine.workers;

import dev.mandate.engine.Engines;
import dev.mandate.engine.audit.AnchoredCheckpoints;
import dev.mandate.engine.webhook.WebhookService;
import dev.mandate.ports.spi.store.JournalStore;
import io.vavr.collection.Array;
import java.time.Duration;

/**
 * A job of an instance whose steps a test calls, instead of a thread.
 *
 * @param step does one step; what it throws a worker would report, and try again
 */
public record SteppedWork(String name, Runnable step) {

    private static final Duration CHECKPOINT_EVERY = Duration.ofMinutes(5);
    private static final long ROUND_SECONDS = 20;

    /** All jobs of an instance that watches one network and sends webhooks. */
    public static Array<SteppedWork> of(JournalStore store, Engines engines, AnchoredCheckpoints checkpoints, WorkerContext at) {
        WebhookService webhooks = engines.webhooks().get();
        return Array.ofAll(engines.work())
                .append(webhooks.attempts())
                .map(topic -> new SteppedWork(
                        topic.topic(), stepping(new OutboxWork(store.outbox(), topic.topic(), topic.handler(), topic.terms(), at))))
                .append(new SteppedWork("webhooks", () -> {
                    var unused = webhooks.step();
                }))
                .append(new SteppedWork("events", stepping(new EventProjectionWork(engines.projector()))))
                .append(new SteppedWork(
                        "watch", stepping(new WatchWork(store.outbox(), engines.watchers().head(), ROUND_SECONDS, at))))
                .append(new SteppedWork("checkpoints", stepping(new AnchoredCheckpointWork(checkpoints, CHECKPOINT_EVERY))));
    }

    private static Runnable stepping(Work work) {
        return () -> {
            var unused = work.step();
        };
    }
}
