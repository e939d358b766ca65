package dev.mandate.engine.audit;

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

    /** Something can't be read at all; what lies behind it was not looked at. */
    record Unreadable(String detail) implements LogFinding {
        @Override
        public String text() {
            return "reading stopped: " + detail;
        }
    }
}
