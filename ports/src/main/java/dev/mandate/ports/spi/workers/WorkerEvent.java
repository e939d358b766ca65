package dev.mandate.ports.spi.workers;

import dev.mandate.domain.kernel.UnixTime;

/** An event of a worker, for the operator. It contains nothing of a message's content. */
public sealed interface WorkerEvent {

    /** The event as one line of text. */
    String text();

    /** A warning if the operator should look at it; debug if it is routine, as work that is tried again, unless it fails time after time. */
    System.Logger.Level level();

    /** A try failed, and another will follow. */
    record Retrying(String topic, long number, int attempt, UnixTime nextAttempt, String reason) implements WorkerEvent {
        @Override
        public String text() {
            return topic + " message " + number + ": try " + attempt + " was not the last (" + reason + "), again at " + nextAttempt;
        }

        @Override
        public System.Logger.Level level() {
            return System.Logger.Level.DEBUG;
        }
    }

    /** A message became a dead letter, and blocks the messages after it. */
    record Buried(String topic, long number, int attempt, String reason) implements WorkerEvent {
        @Override
        public String text() {
            return topic + " message " + number + ": given up on after try " + attempt + " (" + reason + ")";
        }

        @Override
        public System.Logger.Level level() {
            return System.Logger.Level.WARNING;
        }
    }

    /** A try took longer than its lease, and another worker has claimed the message. It may be delivered twice. */
    record Late(String topic, long number, int attempt) implements WorkerEvent {
        @Override
        public String text() {
            return topic + " message " + number + ": try " + attempt + " outlived its lease, and another has begun";
        }

        @Override
        public System.Logger.Level level() {
            return System.Logger.Level.INFO;
        }
    }

    /**
     * A step threw an exception, and is tried again.
     *
     * @param failures number of failures in a row
     */
    record StepFailed(String worker, int failures, String fault) implements WorkerEvent {

        private static final int ROUTINE = 2;

        @Override
        public String text() {
            return worker + ": failed " + failures + " times in a row (" + fault + ")";
        }

        @Override
        public System.Logger.Level level() {
            return failures <= ROUTINE ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING;
        }
    }

    /**
     * Work that one instance does for all has begun here, or is done elsewhere.
     *
     * @param worker what is done
     */
    record Leased(String worker, Holder holder) implements WorkerEvent {

        /** Which instance does it. */
        public enum Holder {
            THIS_INSTANCE,
            ANOTHER_INSTANCE
        }

        @Override
        public String text() {
            return switch (holder) {
                case THIS_INSTANCE -> worker + ": done by this instance from now on";
                case ANOTHER_INSTANCE -> worker + ": done by another instance; this one takes over within 30 s if that one ends";
            };
        }

        @Override
        public System.Logger.Level level() {
            return System.Logger.Level.INFO;
        }
    }

    /** A worker did not end in time, nor after an interrupt. */
    record NotStopped(String worker) implements WorkerEvent {
        @Override
        public String text() {
            return worker + ": does not stop; what it has claimed comes back when its lease ends";
        }

        @Override
        public System.Logger.Level level() {
            return System.Logger.Level.WARNING;
        }
    }
}
