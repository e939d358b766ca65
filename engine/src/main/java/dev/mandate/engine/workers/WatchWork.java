package dev.mandate.engine.workers;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.Lease;
import dev.mandate.ports.spi.outbox.LeaseLost;
import dev.mandate.ports.spi.outbox.Outbox;
import dev.mandate.ports.spi.workers.WorkerEvent;
import dev.mandate.ports.spi.workers.WorkerEvent.Leased.Holder;
import io.vavr.control.Option;

/**
 * Watches a network's accounts while this instance holds the lease of its message; no other instance does then. If it dies, another one takes over
 * within 30 seconds. Correctness does not rest on the lease: instances that watch at once record nothing twice.
 */
final class WatchWork implements Work {

    /** With the pause between two looks of those who wait, the takeover is within 30 seconds. */
    static final long LEASE_SECONDS = 25;

    private static final long RENEW_SECONDS = 10;

    private final Outbox outbox;
    private final LeasedRounds watcher;
    private final long roundSeconds;
    private final WorkerContext at;
    private Option<Held> held = Option.none();
    private UnixTime due = new UnixTime(0);
    private int failures;
    private Option<Holder> knownHolder = Option.none();

    private record Held(Lease lease, UnixTime renewAt) {}

    WatchWork(Outbox outbox, LeasedRounds watcher, long roundSeconds, WorkerContext at) {
        this.outbox = outbox;
        this.watcher = watcher;
        this.roundSeconds = roundSeconds;
        this.at = at;
    }

    @Override
    public Progress step() {
        if (held.isEmpty()) {
            watcher.open();
            take();
        }
        if (isOurs() && !at.clock().now().isBefore(due)) {
            due = at.clock().now().plusSeconds(roundSeconds);
            Option<ChainFault> fault = watcher.round(this::isOurs);
            fault.forEach(this::failed);
            failures = fault.isEmpty() ? 0 : failures;
        } else if (held.isDefined()) {
            watcher.hints(this::isOurs).forEach(this::failed);
        }
        return Progress.IDLE;
    }

    private void failed(ChainFault fault) {
        failures++;
        at.tell(new WorkerEvent.StepFailed(watcher.topic(), failures, fault.getClass().getSimpleName()));
    }

    /** Whether the lease is held; renews it in time. */
    private boolean isOurs() {
        held.filter(one -> !at.clock().now().isBefore(one.renewAt())).forEach(this::renew);
        return held.isDefined();
    }

    private void take() {
        UnixTime now = at.clock().now();
        Option<Delivery> claimed = outbox.claim(Claim.of(watcher.topic(), now, LEASE_SECONDS));
        held = claimed.map(delivery -> new Held(delivery.lease(), now.plusSeconds(RENEW_SECONDS)));
        if (held.isDefined()) {
            watcher.forget();
            due = now;
        }
        tell();
    }

    private void tell() {
        Holder holder = held.isDefined() ? Holder.THIS_INSTANCE : Holder.ANOTHER_INSTANCE;
        if (!knownHolder.contains(holder)) {
            knownHolder = Option.some(holder);
            at.tell(new WorkerEvent.Leased(watcher.topic(), holder));
        }
    }

    private void renew(Held before) {
        UnixTime now = at.clock().now();
        Option<LeaseLost> lost = outbox.failed(before.lease(), "watching", now);
        Option<Delivery> claimed = lost.isDefined() ? Option.none() : outbox.claim(Claim.of(watcher.topic(), now, LEASE_SECONDS));
        held = claimed.map(delivery -> new Held(delivery.lease(), now.plusSeconds(RENEW_SECONDS)));
        if (held.isEmpty()) {
            watcher.forget();
        }
        tell();
    }

    @Override
    public void atStop() {
        held.forEach(one -> {
            // If it is lost, another instance watches already.
            var unused = outbox.failed(one.lease(), "stopped", at.clock().now());
        });
        held = Option.none();
        watcher.rest();
    }
}
