package dev.mandate.engine.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.StreamId;

/** Something in the journal is not what was written. */
public sealed interface LogFinding {

    /** What the auditor is told: one line. */
    String text();

    /** An event does not have the hash that its parts have: one of them was edited. */
    record EventEdited(StreamId stream, long version, long position) implements LogFinding {
        @Override
        public String text() {
            return "event " + version + " of " + stream + " (position " + position + ") was edited: it is not what its hash says";
        }
    }

    /** An event does not continue the one before it: that one, or this one, was replaced together with its hash. */
    record ChainBroken(StreamId stream, long version, long position) implements LogFinding {
        @Override
        public String text() {
            return "event " + version + " of " + stream + " (position " + position
                    + ") does not continue the event before it: one of the two was replaced";
        }
    }

    /** Events are gone from a stream. */
    record EventsMissing(StreamId stream, long firstVersion, long lastVersion) implements LogFinding {
        @Override
        public String text() {
            return firstVersion == lastVersion
                    ? "event " + firstVersion + " of " + stream + " is missing"
                    : "events " + firstVersion + " to " + lastVersion + " of " + stream + " are missing";
        }
    }

    /** An event stands behind one that came after it. */
    record EventsReordered(StreamId stream, long version, long position) implements LogFinding {
        @Override
        public String text() {
            return "event " + version + " of " + stream + " (position " + position + ") is out of order";
        }
    }

    /** A whole stream is gone that a checkpoint vouches for. */
    record StreamMissing(StreamId stream, long version, long checkpoint) implements LogFinding {
        @Override
        public String text() {
            return "stream " + stream + " is missing; checkpoint " + checkpoint + " has it at version " + version;
        }
    }

    /** A stream is another than the one that a checkpoint vouches for. */
    record StreamRewritten(StreamId stream, long version, long checkpoint) implements LogFinding {
        @Override
        public String text() {
            return "stream " + stream + " was rewritten: up to version " + version
                    + " it is not what checkpoint " + checkpoint + " vouches for";
        }
    }

    /** Events stand where a checkpoint saw none. */
    record EventsInserted(StreamId stream, long version, long checkpoint) implements LogFinding {
        @Override
        public String text() {
            return "events were inserted into " + stream + " up to version " + version
                    + ", which checkpoint " + checkpoint + " did not see";
        }
    }

    /** A checkpoint's signature is not right, or of another key. */
    record CheckpointForged(long checkpoint) implements LogFinding {
        @Override
        public String text() {
            return "checkpoint " + checkpoint + " does not carry the signature of the log's key";
        }
    }

    /** A checkpoint is gone, or does not continue the one before it. */
    record CheckpointMissing(long checkpoint) implements LogFinding {
        @Override
        public String text() {
            return "checkpoint " + checkpoint + " is missing, or is not the one that the next one continues";
        }
    }

    /** A row is not what the events of its stream add up to. */
    record RowDiffers(RowKey row) implements LogFinding {
        @Override
        public String text() {
            return "row " + row + " is not what the events of its stream add up to";
        }
    }

    /**
     * A record does not carry the MAC that the operator's secret gives it: it was made or changed outside of the engine.
     *
     * @param detail names the record
     */
    record MacWrong(String detail) implements LogFinding {
        @Override
        public String text() {
            return detail;
        }
    }

    /** The answer that was recorded together with an event is gone before its time: a repeated request would take effect again. */
    record AnswerMissing(StreamId stream, long version, String scope) implements LogFinding {
        @Override
        public String text() {
            return "the answer that event " + version + " of " + stream + " names, in scope " + scope + ", is missing";
        }
    }

    /** Something is unfinished, and the message is gone that has the workers finish it. */
    record MessageMissing(RowKey row, StreamId awaited) implements LogFinding {
        @Override
        public String text() {
            return "row " + row + " is unfinished, and the outbox has no message about " + awaited;
        }
    }

    /** The journal is older than the auditor's note, or is another one. */
    record CheckpointUnknown(long checkpoint, Bytes32 hash) implements LogFinding {
        @Override
        public String text() {
            return "checkpoint " + checkpoint + " with hash " + Bytes.of(hash.toArray()).toHex()
                    + ", which was noted elsewhere, is not in the journal: it was replaced by an older one or rewritten";
        }
    }

    /** Something can't be read at all; what lies behind it was not looked at. */
    record Unreadable(String detail) implements LogFinding {
        @Override
        public String text() {
            return "reading stopped: " + detail;
        }
    }
}
