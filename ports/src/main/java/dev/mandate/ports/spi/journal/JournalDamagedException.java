package dev.mandate.ports.spi.journal;

/**
 * The journal contains a record that the engine never wrote, or a record is missing. No decision can be based on it. The
 * message names the row, or the stream and the position. A repeated call fails again.
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
