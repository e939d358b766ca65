package dev.mandate.app.serve;

import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.JournalUnavailableException;

/** What the operator is told of a journal that cannot be used. */
public final class JournalFault {

    private JournalFault() {}

    /** One line: what is wrong, and what to do if the journal is damaged. */
    public static String text(JournalUnavailableException fault) {
        return fault instanceof JournalDamagedException
                ? "the journal is damaged: " + fault.getMessage() + ". Run verify-log, and restore the newest backup in another place."
                : "the journal can't be used: " + fault.getMessage();
    }
}
