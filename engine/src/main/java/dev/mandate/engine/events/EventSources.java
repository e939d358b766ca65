package dev.mandate.engine.events;

import dev.mandate.engine.journal.EntityHistory;
import dev.mandate.ports.spi.journal.RecordedEvent;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;

/** All types of entities whose events are told, by the kinds of their streams. */
public final class EventSources {

    private final Map<String, EventSource<?, ?>> sources;

    /**
     * All of these.
     *
     * @param sources at most one for each kind of streams
     */
    public EventSources(Seq<EventSource<?, ?>> sources) {
        this.sources = sources.toMap(EventSource::kind, source -> source);
    }

    /** What {@code recorded} tells; nothing if it concerns no tenant. */
    Array<ToldEvent> tell(RecordedEvent recorded, EntityHistory history) {
        return sources.get(recorded.stream().kind()).toArray().flatMap(source -> source.tell(recorded, history));
    }
}
