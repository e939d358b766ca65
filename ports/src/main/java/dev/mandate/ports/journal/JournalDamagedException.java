package dev.mandate.ports.journal;

/**
 * The journal holds what was never written to it: nothing can be decided on that. The message names the row, or the event's stream and
 * position.
 */
public final class JournalDamagedException extends JournalUnavailableException {

    private static final long serialVersionUID = 1L;

    public JournalDamagedException(String detail) {
        super(Effect.NONE, detail);
    }
}
