package dev.mandate.testkit.chain;

/** The line between an adapter and its chain, in the hands of a test. */
public interface LineControl {

    /** From now on every request meets {@code fault}, until {@link #repair}. */
    void breakWith(LineFault fault);

    /** From now on requests are served, at once: no time that the adapter waits after a fault is left. */
    void repair();

    /** How a line fails. */
    enum LineFault {
        /** Connections end before an answer. */
        CUT,
        /** The chain asks for fewer calls. */
        RATE_LIMIT
    }
}
