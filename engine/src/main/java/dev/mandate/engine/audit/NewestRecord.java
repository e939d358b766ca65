package dev.mandate.engine.audit;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.audit.Checkpoint;
import dev.mandate.ports.spi.audit.CheckpointReader;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedEvent;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** When the newest records of a journal were made, by the clocks of the servers that made them. */
public final class NewestRecord {

    private NewestRecord() {}

    /**
     * The latest time among the last checkpoint, the events after it, of which there are those of about a minute, and some before it.
     *
     * @param eventsBefore how many
     */
    public static Option<UnixTime> at(JournalReader journal, CheckpointReader checkpoints, int eventsBefore) {
        Option<Checkpoint> signed = checkpoints.latest().map(SignedCheckpoint::checkpoint);
        Array<UnixTime> times = signed.map(Checkpoint::signedAt).toArray();
        long position = signed.map(last -> Math.max(0, last.position() - eventsBefore)).getOrElse(0L);
        Page<RecordedEvent> page;
        do {
            page = journal.events(position, Journal.MAX_PAGE);
            times = times.appendAll(page.items().map(RecordedEvent::recordedAt)).max().toArray();
            position = page.items().lastOption().map(RecordedEvent::position).getOrElse(position);
        } while (page.hasMore());
        return times.headOption();
    }
}
