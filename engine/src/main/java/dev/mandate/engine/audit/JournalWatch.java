package dev.mandate.engine.audit;

import dev.mandate.ports.spi.audit.Anchor;
import dev.mandate.ports.spi.audit.AnchorStore;
import dev.mandate.ports.spi.audit.AnchoredEvent;
import dev.mandate.ports.spi.audit.CheckpointReader;
import dev.mandate.ports.spi.audit.StreamHead;
import dev.mandate.ports.spi.journal.Committed;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.RecordedEvent;
import io.vavr.control.Option;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Watches that a journal keeps what this instance has committed. After a fault of the store, or over a new connection, another server may have
 * taken its place, so it compares before the next call, and before a call returns. Once commits are lost every call is refused until the next start.
 */
final class JournalWatch {

    private final JournalReader journal;
    private final CheckpointReader log;
    private final AnchorStore anchors;
    private final AtomicLong eventsCommitted = new AtomicLong();
    private volatile Option<AnchoredEvent> newest = Option.none();
    private volatile Option<AnchorMismatch> lost = Option.none();
    private final AtomicLong faults = new AtomicLong();
    private volatile LongSupplier connectionsOpened = () -> 0;
    /** The changes of the store before the last comparison. */
    private volatile long changesCompared;

    JournalWatch(JournalReader journal, CheckpointReader log, AnchorStore anchors) {
        this.journal = journal;
        this.log = log;
        this.anchors = anchors;
    }

    /** Makes a call of the store. */
    <T> T guarded(Supplier<T> call) {
        requireUnlost();
        compareAfterChange();
        T result = watched(call);
        compareAfterChange();
        return result;
    }

    private void compareAfterChange() {
        if (changesCompared != changes()) {
            var unused = compare();
        }
    }

    /** Grows with each fault of the store, and with each connection. */
    private long changes() {
        return faults.get() + connectionsOpened.getAsLong();
    }

    /** Compares also when a connection was opened. */
    void follow(LongSupplier connections) {
        connectionsOpened = connections;
    }

    private <T> T watched(Supplier<T> call) {
        try {
            return call.get();
        } catch (JournalDamagedException e) {
            throw e;
        } catch (JournalUnavailableException e) {
            var unused = faults.incrementAndGet();
            throw e;
        }
    }

    private void requireUnlost() {
        lost.forEach(mismatch -> {
            throw new JournalDamagedException(mismatch.text() + ". Nothing is read or written until the next start");
        });
    }

    synchronized void committed(Committed committed) {
        var unused = eventsCommitted.addAndGet(committed.events().size());
        committed.events()
                .maxBy(RecordedEvent::position)
                .filter(event -> newest.forAll(known -> known.position() < event.position()))
                .forEach(event -> newest = Option.some(new AnchoredEvent(
                        event.position(), new StreamHead(event.stream(), event.version(), event.hash()), event.recordedAt())));
    }

    /** How many events this instance has committed. */
    long eventsCommitted() {
        return eventsCommitted.get();
    }

    /** The position of the newest event that this instance has committed; 0 for none. */
    long position() {
        return newest.map(AnchoredEvent::position).getOrElse(0L);
    }

    /** Returns the anchor of a journal that has everything that it remembers; throws if the journal has not. */
    Anchor compare() {
        requireUnlost();
        long compared = changes();
        Option<AnchoredEvent> committed = newest;
        Anchor anchor = anchors.read()
                .getOrElseThrow(() -> new JournalDamagedException("the anchor of the journal has disappeared"));
        // An event of before the last checkpoint is looked for as well.
        Anchor known = new Anchor(
                anchor.journal(), anchor.origin(), anchor.checkpoints(), committed.orElse(anchor.newest()), anchor.ended(), anchor.logKey());
        watched(() -> AnchorComparison.mismatch(known, journal, log)).forEach(mismatch -> {
            lost = Option.some(mismatch);
            // So the next start finds it, too.
            var unused = anchors.update(before -> committed.map(before.get()::with).getOrElse(before.get()));
            requireUnlost();
        });
        changesCompared = compared;
        return anchor;
    }

    /** Has the anchor remember the newest event of this instance. */
    void note() {
        Option<AnchoredEvent> committed = newest;
        committed.forEach(event -> {
            var unused = anchors.update(before -> before.get().with(event));
        });
    }
}
