package dev.mandate.engine.events;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityHistory;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.ports.spi.journal.RecordedEvent;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * Which recorded events of one type of entity are told to a tenant, and as what. It is a function of the journal: a recorded event is always told alike,
 * as the same event to the same tenants.
 *
 * @param <S> the entity's state
 * @param <E> its recorded events
 */
public final class EventSource<S, E> {

    private final EntityType<S, E> type;
    private final Telling<S, E, Array<ToldEvent>> telling;

    private EventSource(EntityType<S, E> type, Telling<S, E, Array<ToldEvent>> telling) {
        this.type = type;
        this.telling = telling;
    }

    /** The events of {@code type}, each told to at most one tenant. */
    public static <S, E> EventSource<S, E> of(EntityType<S, E> type, Telling<S, E, Option<ToldEvent>> telling) {
        return new EventSource<>(type, (event, moment) -> telling.tell(event, moment).toArray());
    }

    /** The events of {@code type}, each told once to each of several tenants. */
    public static <S, E> EventSource<S, E> ofSeveralTenants(EntityType<S, E> type, Telling<S, E, Array<ToldEvent>> telling) {
        return new EventSource<>(type, telling);
    }

    /** Decides what an event tells. */
    @FunctionalInterface
    public interface Telling<S, E, T> {

        /** What {@code event} tells; nothing if it concerns no tenant. */
        T tell(E event, Moment<S> moment);
    }

    /** The moment after a recorded event. */
    public static final class Moment<S> {

        private final EntityType<S, ?> type;
        private final RecordedEvent recorded;
        private final EntityHistory history;

        private Moment(EntityType<S, ?> type, RecordedEvent recorded, EntityHistory history) {
            this.type = type;
            this.recorded = recorded;
            this.history = history;
        }

        /** The id of the entity, with its prefix. */
        public String id() {
            return recorded.stream().id();
        }

        /** When the event was recorded, by the server's clock. */
        public UnixTime at() {
            return recorded.recordedAt();
        }

        /** The entity as it was after the event. It is read only if this is called. */
        public Entity<S> after() {
            return history.after(type, recorded);
        }

        /** Earlier states of this entity and of others. */
        public EntityHistory history() {
            return history;
        }
    }

    /** The kind of the streams. */
    String kind() {
        return type.kind();
    }

    Array<ToldEvent> tell(RecordedEvent recorded, EntityHistory history) {
        return telling.tell(type.event(recorded), new Moment<>(type, recorded, history));
    }
}
