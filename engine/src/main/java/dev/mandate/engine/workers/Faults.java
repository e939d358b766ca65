package dev.mandate.engine.workers;

import dev.mandate.ports.journal.JournalUnavailableException;

/** What is told of an exception: its type and where it came from. Its text may quote a message, and stays untold. */
final class Faults {

    private Faults() {}

    static String describe(Throwable fault) {
        if (fault instanceof JournalUnavailableException unavailable && unavailable.getMessage() != null) {
            // Its text is made for the operator, and holds no secret.
            return unavailable.getMessage();
        }
        StackTraceElement[] trace = fault.getStackTrace();
        Throwable cause = fault.getCause();
        return fault.getClass().getName()
                + (trace.length == 0 ? "" : " at " + trace[0])
                + (cause == null ? "" : ", caused by " + cause.getClass().getName());
    }
}
