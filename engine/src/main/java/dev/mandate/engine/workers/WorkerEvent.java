package dev.mandate.engine.workers;

import dev.mandate.domain.kernel.UnixTime;

/** Something happened to a worker that an operator may want to know. Holds nothing of a message's content. */
public sealed interface WorkerEvent {

    /** What the operator is told: one line. */
    String text();

    /** A try failed, and another will be made. */
    record Retrying(String topic, long number, int attempt, UnixTime nextAttempt, String reason) implements WorkerEvent {
        @Override
        public String text() {
            return topic + " message " + number + ": try " + attempt + " was not the last (" + reason + "), again at " + nextAttempt;
        }
    }

    /** A message became a dead letter, and holds up those behind it. */
    record Buried(String topic, long number, int attempt, String reason) implements WorkerEvent {
        @Override
        public String text() {
            return topic + " message " + number + ": given up on after try " + attempt + " (" + reason + ")";
        }
    }

    /** A try took longer than its lease, and somebody else has claimed the message since: it may arrive twice. */
    record Late(String topic, long number, int attempt) implements WorkerEvent {
        @Override
        public String text() {
            return topic + " message " + number + ": try " + attempt + " outlived its lease, and another has begun";
        }
    }

    /**
     * A step failed as a whole, and is tried again.
     *
     * @param failures so many in a row
     */
    record StepFailed(String worker, int failures, String fault) implements WorkerEvent {
        @Override
        public String text() {
            return worker + ": failed " + failures + " times in a row (" + fault + ")";
        }
    }

    /** A worker did not end in the time that it was given, nor when it was interrupted. */
    record NotStopped(String worker) implements WorkerEvent {
        @Override
        public String text() {
            return worker + ": does not stop; what it has claimed comes back when its lease ends";
        }
    }
}
