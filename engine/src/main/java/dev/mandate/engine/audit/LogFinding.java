package dev.mandate.engine.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamId;

/** A difference between the journal and what the engine wrote. */
public sealed interface LogFinding {

    /** The description for the auditor: one line. */
    String text();

    /** An event's hash does not match its components: one of them was edited. */
    record EventEdited(StreamId stream, long version, long position) implements LogFinding {
        @Override
        public String text() {
            return "event " + version + " of " + stream + " (position " + position + ") was edited: it is not what its hash says";
        }
    }

    /** An event does not contain the hash of its predecessor. One of the two was replaced together with its hash. */
    record ChainBroken(StreamId stream, long version, long position) implements LogFinding {
        @Override
        public String text() {
            return "event " + version + " of " + stream + " (position " + position
                    + ") does not continue the event before it: one of the two was replaced";
        }
    }

    /** Events are missing from a stream. */
    record EventsMissing(StreamId stream, long firstVersion, long lastVersion) implements LogFinding {
        @Override
        public String text() {
            return firstVersion == lastVersion
                    ? "event " + firstVersion + " of " + stream + " is missing"
                    : "events " + firstVersion + " to " + lastVersion + " of " + stream + " are missing";
        }
    }

    /** An event has a higher position than a later event of its stream. */
    record EventsReordered(StreamId stream, long version, long position) implements LogFinding {
        @Override
        public String text() {
            return "event " + version + " of " + stream + " (position " + position + ") is out of order";
        }
    }

    /** A stream that a checkpoint covers is missing. */
    record StreamMissing(StreamId stream, long version, long checkpoint) implements LogFinding {
        @Override
        public String text() {
            return "stream " + stream + " is missing; checkpoint " + checkpoint + " has it at version " + version;
        }
    }

    /** A stream's head differs from the one in a checkpoint. */
    record StreamRewritten(StreamId stream, long version, long checkpoint) implements LogFinding {
        @Override
        public String text() {
            return "stream " + stream + " was rewritten: up to version " + version
                    + " it is not what checkpoint " + checkpoint + " vouches for";
        }
    }

    /** A stream has events that a checkpoint should cover and does not. */
    record EventsInserted(StreamId stream, long version, long checkpoint) implements LogFinding {
        @Override
        public String text() {
            return "events were inserted into " + stream + " up to version " + version
                    + ", which checkpoint " + checkpoint + " did not see";
        }
    }

    /** A checkpoint's signature is invalid or made with another key. */
    record CheckpointForged(long checkpoint) implements LogFinding {
        @Override
        public String text() {
            return "checkpoint " + checkpoint + " does not carry the signature of the log's key";
        }
    }

    /** A checkpoint is missing, or does not contain the hash of its predecessor. */
    record CheckpointMissing(long checkpoint) implements LogFinding {
        @Override
        public String text() {
            return "checkpoint " + checkpoint + " is missing, or is not the one that the next one continues";
        }
    }

    /** A row does not equal the state computed from its stream's events. */
    record RowDiffers(RowKey row) implements LogFinding {
        @Override
        public String text() {
            return "row " + row + " is not what the events of its stream add up to";
        }
    }

    /**
     * A record's MAC is wrong for the operator's secret: the record was created or changed outside of the engine.
     *
     * @param detail names the record
     */
    record MacWrong(String detail) implements LogFinding {
        @Override
        public String text() {
            return detail;
        }
    }

    /** The answer that was recorded with an event is missing before it expired. A repeated request would take effect again. */
    record AnswerMissing(StreamId stream, long version, String scope) implements LogFinding {
        @Override
        public String text() {
            return "the answer that event " + version + " of " + stream + " names, in scope " + scope + ", is missing";
        }
    }

    /** An entity is unfinished, and the outbox message that makes a worker continue it is missing. */
    record MessageMissing(RowKey row, StreamId awaited) implements LogFinding {
        @Override
        public String text() {
            return "row " + row + " is unfinished, and the outbox has no message about " + awaited;
        }
    }

    /** The journal does not contain the checkpoint that the auditor noted: it is an older copy, or another journal. */
    record CheckpointUnknown(long checkpoint, Bytes32 hash) implements LogFinding {
        @Override
        public String text() {
            return "checkpoint " + checkpoint + " with hash " + Bytes.of(hash.toArray()).toHex()
                    + ", which was noted elsewhere, is not in the journal: it was replaced by an older one or rewritten";
        }
    }

    /** The journal is not what an anchor remembers. */
    record AnchorDiffers(AnchorMismatch mismatch) implements LogFinding {
        @Override
        public String text() {
            return mismatch.text();
        }
    }

    /** A record can't be read. The audit did not check the records after it. */
    record Unreadable(String detail) implements LogFinding {
        @Override
        public String text() {
            return "reading stopped: " + detail;
        }
    }
}
