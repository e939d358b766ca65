package dev.mandate.engine.workers;

import dev.mandate.ports.spi.journal.JournalUnavailableException;

/** Describes an exception by its type and place. Its text is left out, because it may quote a message. */
final class Faults {

    private Faults() {}

    static String describe(Throwable fault) {
        if (fault instanceof JournalUnavailableException unavailable && unavailable.getMessage() != null) {
            // This text is made for the operator and contains no secret.
            return unavailable.getMessage();
        }
        StackTraceElement[] trace = fault.getStackTrace();
        Throwable cause = fault.getCause();
        return fault.getClass().getName()
                + (trace.length == 0 ? "" : " at " + trace[0])
                + (cause == null ? "" : ", caused by " + cause.getClass().getName());
    }
}
