package dev.mandate.engine.journal;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.journal.VersionedRow;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A type of entity: how its events and its state are encoded, and how the state is computed from the events. Each entity has a
 * stream and a row with the same kind and id.
 *
 * <p>An event's payload type is the kind and the name of its record, such as {@code submission-confirmed}. Its content contains
 * the record's components. The row contains version, time and state. {@link Codecs} defines the JSON.
 *
 * @param <S> the state
 * @param <E> the events: a sealed type of records, or one record
 */
public final class EntityType<S, E> implements Projection.Step {

    private final String kind;
    private final SealedTypeCodec events;
    private final Codec<Entity<S>> rows;
    private final BiFunction<Option<S>, E, S> evolve;
    private final SchemaVersions versions;

    private EntityType(
            String kind, SealedTypeCodec events, Codec<Entity<S>> rows, BiFunction<Option<S>, E, S> evolve, SchemaVersions versions) {
        this.kind = kind;
        this.events = events;
        this.rows = rows;
        this.evolve = evolve;
        this.versions = versions;
    }

    /**
     * Defines a type.
     *
     * @param kind of its streams and rows
     * @param evolve computes the state after an event from the state before it (none before the first). It throws if the event
     *     is impossible in that state.
     */
    public static <S, E> EntityType<S, E> of(String kind, Class<S> state, Class<E> event, BiFunction<Option<S>, E, S> evolve) {
        return new EntityType<>(kind, new SealedTypeCodec(event), rowCodec(Codecs.of(state)), evolve, SchemaVersions.FIRST);
    }

    /**
     * Defines a type whose entities have exactly one event.
     *
     * @param said computes the state from the event
     */
    public static <S, E> EntityType<S, E> once(String kind, Class<S> state, Class<E> event, Function<E, S> said) {
        return of(kind, state, event, (before, happened) -> {
            if (before.isDefined()) {
                throw new IllegalStateException("a " + kind + " has one event");
            }
            return said.apply(happened);
        });
    }

    /**
     * The same type with the next version of its shapes: {@code from + 1}. The row and the events have one version together. Records of older
     * versions stay in the journal as they were written, and are read through these functions.
     *
     * @param from the newest version so far
     * @param toNext a pure function of a row or an event of version {@code from}. The object begins with the payload type as the member {@code
     *     type}; the others are as {@code docs/journal.md} lists them. Whatever has the same shape in both versions is returned as it is. A row
     *     keeps the members {@code version} and {@code at}
     * @throws IllegalArgumentException if another version is the newest
     */
    public EntityType<S, E> upcasting(int from, UnaryOperator<JsonObject> toNext) {
        return new EntityType<>(kind, events, rows, evolve, versions.upcasting(from, toNext));
    }

    private static <S> Codec<Entity<S>> rowCodec(Codec<S> state) {
        return Codecs.codec(
                named -> "{\"version\":number, \"at\":number, \"state\":" + state.shape(named) + "}",
                (entity, out) -> {
                    out.append("{\"version\":").append(entity.version()).append(",\"at\":").append(entity.at().seconds());
                    out.append(",\"state\":");
                    state.write(entity.state(), out);
                    out.append('}');
                },
                in -> {
                    long version = version(in);
                    in.expect(",\"at\":");
                    UnixTime at = new UnixTime(in.number());
                    in.expect(",\"state\":");
                    S read = state.read(in);
                    in.expect("}");
                    return new Entity<>("", version, at, read);
                });
    }

    public String kind() {
        return kind;
    }

    /** The version that is written. */
    public int schemaVersion() {
        return versions.newest();
    }

    /** The projection that checks each row of this type against its stream. */
    public Projection projection() {
        return new Projection(kind, kind, this);
    }

    /**
     * As {@link #projection()}, with the message that an unfinished entity needs.
     *
     * @param awaited the stream of the outbox message that an unfinished entity needs; none if the entity is finished
     */
    public Projection projection(Function<Entity<S>, Option<StreamId>> awaited) {
        return new Projection(kind, kind, this, stored -> awaited.apply(read(stored)));
    }

    @Override
    public Option<Payload> apply(Option<Payload> before, RecordedEvent event) {
        RowKey key = new RowKey(kind, event.stream().id());
        return Option.some(row(follow(before.map(payload -> read(new Row(key, payload))), event)));
    }

    @Override
    public Payload upcast(Row stored) {
        return stored.value().schemaVersion() == versions.newest() ? RecordMac.bare(stored.value()) : row(read(stored));
    }

    /** The kind and the version that is written; then its JSON shapes: of the row, of each event, and of the types inside them. One line each. */
    public Seq<String> format() {
        Map<String, String> named = new TreeMap<>();
        Seq<String> own = events.all()
                .toArray()
                .map(event -> kind + "-" + event._1 + ": " + event._2.shapes("", named))
                .prepend("row " + kind + ": " + rows.shape(named))
                .prepend(kind + ", version " + schemaVersion());
        return own.appendAll(Array.ofAll(named.entrySet()).map(shape -> "  " + shape.getKey() + ": " + shape.getValue()));
    }

    /** The entity with this id, if it exists. */
    public Option<Entity<S>> find(JournalReader journal, String id) {
        VersionedRow found = journal.versioned(new RowKey(kind, id));
        Option<Entity<S>> entity = found.row().map(this::read);
        requireAgreement(journal, new StreamId(kind, id), entity.map(Entity::version).getOrElse(0L), found.version());
        return entity;
    }

    /**
     * The row of an entity of any type; none if nothing was ever recorded about it.
     *
     * @throws JournalDamagedException if the stream of the same kind and id has another version: the row is missing or an older one, or events are
     *     missing
     */
    static Option<Row> row(JournalReader journal, RowKey key) {
        VersionedRow found = journal.versioned(key);
        long version = found.row().map(EntityType::version).getOrElse(0L);
        requireAgreement(journal, new StreamId(key.kind(), key.key()), version, found.version());
        return found.row();
    }

    private static void requireAgreement(JournalReader journal, StreamId stream, long row, long events) {
        if (row != events) {
            String end = journal.stream(stream, Math.max(events - 1, 0), 1)
                    .items()
                    .headOption()
                    .map(last -> "its events end with version " + last.version() + " at position " + last.position())
                    .getOrElse("it has no events");
            throw new JournalDamagedException("stream " + stream + ": its row is of version " + row + ", and " + end);
        }
    }

    /** Whether {@code event} is one of this type. */
    public boolean has(RecordedEvent event) {
        return event.stream().kind().equals(kind);
    }

    /**
     * The entity as it was after {@code event}, one of its own.
     *
     * @throws JournalDamagedException if an event before it is missing, or can't be read
     */
    public Entity<S> after(JournalReader journal, RecordedEvent event) {
        return at(journal, Option.none(), event.stream(), event.version());
    }

    /**
     * The entity as it was after its event {@code version}.
     *
     * @param known the entity at an earlier version
     */
    Entity<S> at(JournalReader journal, Option<Entity<S>> known, StreamId stream, long version) {
        Option<Entity<S>> entity = known;
        for (long reached = reached(entity); reached < version; reached = reached(entity)) {
            int limit = (int) Math.min(version - reached, Journal.MAX_PAGE);
            Option<Entity<S>> before = entity;
            entity = journal.stream(stream, reached, limit)
                    .items()
                    .foldLeft(before, (so, next) -> Option.some(follow(so, next)));
            if (entity.equals(before)) {
                throw new JournalDamagedException("stream " + stream + " ends with version " + reached);
            }
        }
        return entity.get();
    }

    private static long reached(Option<? extends Entity<?>> entity) {
        return entity.map(Entity::version).getOrElse(0L);
    }

    /** Reads the version from a row of any entity type. */
    static long version(Row stored) {
        try {
            return JsonReader.readStart(stored.value().content(), EntityType::version);
        } catch (IllegalArgumentException e) {
            throw new JournalDamagedException("row " + stored.key() + " can't be read: " + e.getMessage());
        }
    }

    private static long version(JsonReader in) {
        in.expect("{\"version\":");
        return in.number();
    }

    /** The entity that a row contains. */
    Entity<S> read(Row stored) {
        Entity<S> read = new PayloadType<>(kind, versions, rows).read(stored.value(), "row " + stored.key());
        return new Entity<>(stored.key().key(), read.version(), read.at(), read.state());
    }

    Payload row(Entity<S> entity) {
        return new PayloadType<>(kind, versions, rows).write(entity);
    }

    Payload event(E event) {
        String name = events.nameOf(event);
        return new PayloadType<>(kind + "-" + name, versions, events.find(name).get()).write(event);
    }

    /** The entity after {@code news}, which contains at least one event. */
    Entity<S> evolve(String id, Option<Entity<S>> before, Seq<E> news, UnixTime at) {
        Option<S> state = news.foldLeft(before.map(Entity::state), (now, event) -> Option.some(evolve.apply(now, event)));
        return new Entity<>(id, before.map(Entity::version).getOrElse(0L) + news.size(), at, state.get());
    }

    /** The entity after a stored event. */
    Entity<S> follow(Option<Entity<S>> before, RecordedEvent recorded) {
        E event = event(recorded);
        try {
            return evolve(recorded.stream().id(), before, Array.of(event), recorded.recordedAt());
        } catch (IllegalStateException e) {
            throw new JournalDamagedException(place(recorded) + " can't follow: " + e.getMessage());
        }
    }

    /** The event that is stored in {@code recorded}. */
    public E event(RecordedEvent recorded) {
        Payload payload = versions.upcast(recorded.payload(), place(recorded));
        String name = payload.type().substring(Math.min(kind.length() + 1, payload.type().length()));
        RecordCodec members = events.find(name)
                .getOrElseThrow(() -> new JournalDamagedException(place(recorded) + " is of the unknown type " + payload.type()));
        @SuppressWarnings("unchecked")
        E event = (E) new PayloadType<>(kind + "-" + name, versions, members).read(payload, place(recorded));
        return event;
    }

    private static String place(RecordedEvent recorded) {
        return "event " + recorded.version() + " of " + recorded.stream() + " at position " + recorded.position();
    }
}
