package dev.mandate.ports.journal;

/**
 * The journal holds content that was never written to it, or lacks content: nothing can be decided on it. The message names the row, or the
 * stream and the position. A repeated call fails again.
 */
public final class JournalDamagedException extends JournalUnavailableException {

    private static final long serialVersionUID = 1L;

    public JournalDamagedException(String detail) {
        super(Effect.NONE, detail);
    }

    @Override
    public JournalDamagedException again() {
        return new JournalDamagedException(String.valueOf(getMessage()));
    }
}
