package dev.mandate.engine.journal;

import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.keys.JournalMac;
import dev.mandate.ports.spi.store.RecordRewrite;
import java.util.function.Function;

/** Gives records MACs under another key. A record whose MAC is wrong stops it: otherwise an edited one would get a right MAC. */
public final class MacReplacement {

    private MacReplacement() {}

    /**
     * Replaces {@code present} by {@code next}.
     *
     * @param commit without MACs
     * @param last as in {@link RecordRewrite}; so is {@code checkpoint}
     */
    public static RecordRewrite of(
            Journal journal,
            JournalMac present,
            JournalMac next,
            SignedCheckpoint last,
            Commit commit,
            Function<RecordedEvent, SignedCheckpoint> checkpoint) {
        RecordMac before = new RecordMac(present);
        RecordMac after = new RecordMac(next);
        return new RecordRewrite(
                row -> {
                    AuthenticatedJournal.require(before.wrong(row));
                    return after.again(row);
                },
                answer -> {
                    AuthenticatedJournal.require(before.wrong(answer));
                    return after.again(answer);
                },
                message -> {
                    AuthenticatedJournal.require(before.wrong(message));
                    return after.again(message);
                },
                last,
                new AuthenticatedJournal(journal, next).withMacs(commit),
                checkpoint);
    }
}
