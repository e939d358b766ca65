package dev.mandate.engine.events;

import dev.mandate.engine.filter.FilterRepository;
import dev.mandate.engine.query.AccountDirectory;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.api.events.EventPage;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedEvent;

/** Reads the feed from the journal. Entries that are no custody events, such as those of API keys, are left out. */
public record JournalEvents(JournalReader journal) implements EventFeed {

    @Override
    public EventPage after(long position, int limit) {
        Page<RecordedEvent> page = journal.events(position, limit);
        return new EventPage(
                page.items()
                        .flatMap(event -> AccountDirectory.event(journal, event)
                                .<CustodyEvent>map(known -> known)
                                .orElse(() -> SubmissionRepository.event(journal, event).map(changed -> changed))
                                .orElse(() -> FilterRepository.event(journal, event).map(changed -> changed)))
                        .toArray(),
                page.items().lastOption().map(RecordedEvent::position).getOrElse(position),
                page.hasMore());
    }
}
