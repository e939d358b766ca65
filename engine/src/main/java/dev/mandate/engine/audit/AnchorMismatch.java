package dev.mandate.engine.audit;

import dev.mandate.ports.spi.audit.Anchor;
import dev.mandate.ports.spi.audit.AnchoredCheckpoint;
import dev.mandate.ports.spi.audit.JournalId;
import dev.mandate.ports.spi.audit.StreamHead;

/** A journal is not the one that an anchor remembers, or not all of it. */
public sealed interface AnchorMismatch {

    /** The description for the operator: one line without a period. */
    String text();

    /** The journal has no event. */
    record EmptyJournal(Anchor known) implements AnchorMismatch {
        @Override
        public String text() {
            return "the journal is empty, and this folder belongs to the journal " + known.journal() + ", which has "
                    + known.last().map(AnchoredCheckpoint::number).getOrElse(0L) + " checkpoints up to position " + known.position();
        }
    }

    /** The journal has another id, or events and no id. */
    record OtherJournal(JournalId known, String found) implements AnchorMismatch {
        @Override
        public String text() {
            return "the journal is " + found + ", and this folder belongs to the journal " + known;
        }
    }

    /** The journal does not have all that the anchor remembers. */
    record OlderJournal(LostRecords lost) implements AnchorMismatch {
        @Override
        public String text() {
            return "the journal has lost commits: " + lost.text();
        }
    }

    /** The same, and the journal has the record that an operator accepted it. */
    record AcceptedLoss(LostRecords lost) implements AnchorMismatch {
        @Override
        public String text() {
            return "the journal has lost commits, and another instance has accepted it: " + lost.text();
        }
    }

    /** The journal has the last checkpoint of the anchor, and not an event that this checkpoint covers. */
    record EventMissing(StreamHead head, long checkpoint) implements AnchorMismatch {
        @Override
        public String text() {
            return "event " + head.version() + " of " + head.stream() + ", which checkpoint " + checkpoint
                    + " covers, is missing or was rewritten: run verify-log";
        }
    }
}
