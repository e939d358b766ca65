package dev.mandate.engine.audit;

import dev.mandate.ports.spi.audit.Anchor;
import dev.mandate.ports.spi.audit.AnchoredCheckpoint;
import dev.mandate.ports.spi.audit.AnchoredEvent;
import dev.mandate.ports.spi.audit.Checkpoint;
import dev.mandate.ports.spi.audit.CheckpointReader;
import dev.mandate.ports.spi.audit.JournalId;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.audit.StreamHead;
import dev.mandate.ports.spi.journal.EventHash;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedEvent;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * Compares a journal with an anchor. Others may commit meanwhile. It reads few records, so a change of older ones is left to {@link
 * LogVerifier}.
 */
final class AnchorComparison {

    private final Anchor anchor;
    private final JournalReader journal;
    private final CheckpointReader log;

    private AnchorComparison(Anchor anchor, JournalReader journal, CheckpointReader log) {
        this.anchor = anchor;
        this.journal = journal;
        this.log = log;
    }

    /** What the journal differs in; none if it has the newest checkpoint and the newest event of {@code anchor}. */
    static Option<AnchorMismatch> mismatch(Anchor anchor, JournalReader journal, CheckpointReader log) {
        return new AnchorComparison(anchor, journal, log).mismatch();
    }

    /** As {@link #mismatch}; the journal also has the events that the newest checkpoint covers. */
    static Option<AnchorMismatch> mismatchWithHeads(Anchor anchor, JournalReader journal, CheckpointReader log) {
        AnchorComparison comparison = new AnchorComparison(anchor, journal, log);
        return comparison.mismatch().orElse(comparison::headMismatch);
    }

    private Option<AnchorMismatch> headMismatch() {
        return anchor.last()
                .flatMap(this::inLog)
                .flatMap(checkpoint -> checkpoint.heads()
                        .find(this::isMissing)
                        .map(head -> new AnchorMismatch.EventMissing(head, checkpoint.number())));
    }

    private Option<AnchorMismatch> mismatch() {
        Option<JournalId> found = JournalIdentity.of(journal);
        if (!found.contains(anchor.journal())) {
            return Option.some(other(found));
        }
        Option<AnchoredEvent> lostEvent = anchor.newest().filter(event -> isMissing(event.head()));
        boolean isWhole = lostEvent.isEmpty() && anchor.last().forAll(last -> inLog(last).isDefined());
        return Option.when(!isWhole, () -> {
            LostRecords lost = lost(lostEvent);
            return LostCommits.accepted(journal)
                    .filter(accepted -> accepted.covers(lost))
                    .<AnchorMismatch>map(accepted -> new AnchorMismatch.AcceptedLoss(lost))
                    .getOrElse(() -> new AnchorMismatch.OlderJournal(lost));
        });
    }

    private AnchorMismatch other(Option<JournalId> found) {
        return found.isEmpty() && journal.events(0, 1).items().isEmpty()
                ? new AnchorMismatch.EmptyJournal(anchor)
                : new AnchorMismatch.OtherJournal(anchor.journal(), found.map(JournalId::toString).getOrElse("one without an id"));
    }

    private Option<Checkpoint> inLog(AnchoredCheckpoint known) {
        return log.checkpoints(known.number() - 1, 1)
                .items()
                .headOption()
                .map(SignedCheckpoint::checkpoint)
                .filter(found -> found.hash().equals(known.hash()));
    }

    private boolean isMissing(StreamHead head) {
        return !journal.stream(head.stream(), head.version() - 1, 1)
                .items()
                .exists(event -> event.version() == head.version()
                        && event.hash().equals(head.hash())
                        && EventHash.of(event).equals(head.hash()));
    }

    private LostRecords lost(Option<AnchoredEvent> lostEvent) {
        Array<AnchoredCheckpoint> known = anchor.checkpoints();
        int common = known.lastIndexWhere(checkpoint -> inLog(checkpoint).isDefined());
        Option<AnchoredCheckpoint> last = Option.when(common >= 0, () -> known.get(common));
        return new LostRecords(
                last, known.drop(common + 1), lostEvent, eventsAfter(last.map(AnchoredCheckpoint::position).getOrElse(0L)));
    }

    private Map<String, Long> eventsAfter(long position) {
        Map<String, Long> counts = HashMap.empty();
        long from = position;
        Page<RecordedEvent> page;
        do {
            page = journal.events(from, Journal.MAX_PAGE);
            counts = page.items().foldLeft(counts, (all, event) -> all.put(event.stream().kind(), 1L, Long::sum));
            from = page.items().lastOption().map(RecordedEvent::position).getOrElse(from);
        } while (page.hasMore());
        return counts;
    }
}
