package dev.mandate.engine.audit;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.RecordedEvent;
import io.vavr.control.Option;

/** A kind of entity that is ended by command, such as an API key. An anchor remembers the ends, so that they outlast a loss of commits. */
public interface EndedRecords {

    /** The kind of its streams. */
    String kind();

    /** From when on the entity is ended by {@code event}, one of its kind; none if the event ends nothing. */
    Option<UnixTime> end(JournalReader journal, RecordedEvent event);

    /**
     * Ends the entity again if the journal has lost the record of its end. Repeating it changes nothing.
     *
     * @param id of its stream
     * @param end as the anchor remembers it
     * @param now the time of the commit
     */
    void endAgain(Journal journal, String id, UnixTime end, UnixTime now);
}
