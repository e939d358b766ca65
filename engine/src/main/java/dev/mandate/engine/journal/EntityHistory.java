package dev.mandate.engine.journal;

import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * Entities as they were after earlier events. Of each stream it remembers the last version that it has computed, so a reader that goes through a page
 * of events reads each stream once. Not safe for several threads.
 */
public final class EntityHistory {

    private final JournalReader journal;
    private Map<StreamId, Entity<?>> known = HashMap.empty();

    public EntityHistory(JournalReader journal) {
        this.journal = journal;
    }

    /** The entity as it was after {@code event}, one of its own. */
    public <S> Entity<S> after(EntityType<S, ?> type, RecordedEvent event) {
        return at(type, event.stream().id(), event.version());
    }

    /**
     * The entity as it was after its event {@code version}.
     *
     * @throws dev.mandate.ports.spi.journal.JournalDamagedException if it has no such event
     */
    public <S> Entity<S> at(EntityType<S, ?> type, String id, long version) {
        StreamId stream = new StreamId(type.kind(), id);
        @SuppressWarnings("unchecked")
        Option<Entity<S>> before = known.get(stream).map(entity -> (Entity<S>) entity).filter(entity -> entity.version() <= version);
        // The newest state is in the row, so a long stream need not be read to its beginning.
        Entity<S> entity = before.orElse(() -> type.find(journal, id).filter(newest -> newest.version() == version))
                .filter(there -> there.version() == version)
                .getOrElse(() -> type.at(journal, before, stream, version));
        known = known.put(stream, entity);
        return entity;
    }
}
