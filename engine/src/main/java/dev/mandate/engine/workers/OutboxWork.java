package dev.mandate.engine.workers;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import dev.mandate.ports.spi.outbox.LeaseLost;
import dev.mandate.ports.spi.outbox.MessageHandler;
import dev.mandate.ports.spi.outbox.Outbox;
import dev.mandate.ports.spi.workers.WorkerEvent;
import io.vavr.control.Option;

/**
 * Delivers one topic's messages, one in each step: claims it under a lease, calls the handler, settles it. With one message at a time no
 * lease runs while its message waits for others. For more at once run several of these.
 * Tenants take turns: a thousand messages of one tenant delay another tenant's by one delivery.
 *
 * <p>If a worker dies, its lease runs out and another worker claims the message.
 */
final class OutboxWork implements Work {

    private final Outbox outbox;
    private final String topic;
    private final MessageHandler handler;
    private final DeliveryTerms terms;
    private final WorkerContext at;

    /** Whose message was claimed last, by any thread: the next turn is another tenant's. */
    private volatile Option<Tenant> lastTurn = Option.none();

    OutboxWork(Outbox outbox, String topic, MessageHandler handler, DeliveryTerms terms, WorkerContext at) {
        this.outbox = outbox;
        this.topic = topic;
        this.handler = handler;
        this.terms = terms;
        this.at = at;
    }

    @Override
    public Progress step() {
        Option<Delivery> claimed = claim();
        claimed.forEach(this::work);
        return claimed.isDefined() ? Progress.MORE : Progress.IDLE;
    }

    /** Claims a message, which must be given to {@link #work}. */
    Option<Delivery> claim() {
        Option<Delivery> claimed =
                outbox.claim(new Claim(topic, lastTurn, at.clock().now(), terms.leaseSeconds()));
        claimed.forEach(delivery -> lastTurn = Option.some(delivery.message().message().tenant()));
        return claimed;
    }

    /** Delivers and settles a message. */
    void work(Delivery delivery) {
        Option<Verdict.Dead> exhausted = terms.retry().exhausted(delivery.attempt());
        if (exhausted.isDefined()) {
            settle(delivery, exhausted.get());
            return;
        }
        Option<DeliveryFailure> failure = handOver(delivery);
        // A worker that is stopping still settles its current message.
        boolean interrupted = Thread.interrupted();
        try {
            if (failure.isEmpty()) {
                tellIfLate(delivery, outbox.done(delivery.lease()));
            } else {
                UnixTime now = at.clock().now();
                settle(delivery, terms.retry().after(delivery.attempt(), failure.get(), now, at.draws().getAsLong()));
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Option<DeliveryFailure> handOver(Delivery delivery) {
        try {
            return handler.deliver(delivery);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Option.some(new DeliveryFailure.Transient("broken off, since the worker was stopped"));
        } catch (Throwable e) {
            // An Error too: the message is settled and the worker continues, whatever the handler throws.
            return Option.some(new DeliveryFailure.Transient("the handler threw " + Faults.describe(e)));
        }
    }

    private void settle(Delivery delivery, Verdict verdict) {
        long number = delivery.message().number();
        int attempt = delivery.attempt();
        switch (verdict) {
            case Verdict.Again(UnixTime nextAttempt, String reason) -> {
                if (held(delivery, outbox.failed(delivery.lease(), reason, nextAttempt))) {
                    at.tell(new WorkerEvent.Retrying(topic, number, attempt, nextAttempt, reason));
                }
            }
            case Verdict.Dead(String reason) -> {
                if (held(delivery, outbox.bury(delivery.lease(), reason, at.clock().now()))) {
                    at.tell(new WorkerEvent.Buried(topic, number, attempt, reason));
                }
            }
        }
    }

    private void tellIfLate(Delivery delivery, Option<LeaseLost> lost) {
        lost.forEach(lease ->
                at.tell(new WorkerEvent.Late(topic, delivery.message().number(), delivery.attempt())));
    }

    private boolean held(Delivery delivery, Option<LeaseLost> lost) {
        tellIfLate(delivery, lost);
        return lost.isEmpty();
    }
}
