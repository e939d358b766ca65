package dev.mandate.adapters.http.json;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.FailureCode;
import dev.mandate.ports.api.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Iterator;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads one JSON object field by field and collects all problems, so that they can be reported together. Mutable; for one object and one thread. */
public final class ObjectReader {

    /** How an unread field is treated. */
    public sealed interface Unknown {

        Unknown REFUSED = new Refused();

        /** An unread field is a problem. */
        record Refused() implements Unknown {}

        /**
         * An unread field is ignored and reported by {@link ObjectReader#ignored}.
         *
         * @param butNot names of fields that are a problem nevertheless, at any depth
         */
        record Ignored(Set<String> butNot) implements Unknown {}

        /** There is no request: the log records what would be read, and nothing is decided. */
        record Described(FieldLog log) implements Unknown {}
    }

    private final FieldPath spot;
    private final ObjectNode object;

    /** The client's words for fields, by our name. */
    private final Map<String, Wording> words;

    /** Where there is no request. */
    private final Option<FieldLog> log;

    private Array<Problem> problems = Array.empty();
    private Array<ObjectReader> within = Array.empty();

    /** Few, so that a linear search is fast. */
    private final List<String> asked = new ArrayList<>();

    private ObjectReader(FieldPath spot, ObjectNode object, Map<String, Wording> words) {
        this.spot = spot;
        this.object = object;
        this.words = words;
        this.log = FieldLog.in(spot.unknown());
    }

    /** Returns a reader of a request's body. */
    public static ObjectReader of(ObjectNode body, Unknown unknown) {
        return of(body, unknown, HashMap.empty());
    }

    /**
     * Returns a reader of a request's body.
     *
     * @param words the client's words for fields, by the name that the reader is asked for
     */
    public static ObjectReader of(ObjectNode body, Unknown unknown, Map<String, Wording> words) {
        return new ObjectReader(FieldPath.body(unknown), body, words);
    }

    /** Returns a reader of the object at {@code spot}. */
    static ObjectReader at(FieldPath spot, ObjectNode object) {
        return new ObjectReader(spot, object, HashMap.empty());
    }

    /** Reads a required field. */
    public <T> Option<T> required(String name, Shape<T> shape) {
        Option<T> read = optional(name, shape);
        require(name);
        return read;
    }

    private void require(String name) {
        Array<String> names = words.get(name).map(Wording::names).getOrElse(() -> Array.of(name));
        if (log.isDefined()) {
            log.get().require(names);
        } else if (presence(name) != Presence.VALUE) {
            reject(names.head(), ServerCode.MISSING_FIELD, names.head() + " is required.");
        }
    }

    /** Reads an optional field; null counts as missing. */
    public <T> Option<T> optional(String name, Shape<T> shape) {
        Option<Wording> theirs = words.get(name);
        return theirs.isEmpty() ? read(name, shape) : optionalAs(theirs.get().names(), theirs.get().as(shape));
    }

    private <T> Option<T> read(String name, Shape<T> shape) {
        asked.add(name);
        log.forEach(described -> described.field(name, shape.schema()));
        JsonNode value = object.get(name);
        if (value == null || value.isNull()) {
            return Option.none();
        }
        return shape.read(spot.field(name), value).peekLeft(this::reject).toOption();
    }

    /** Reads a field that has several equivalent names. Two of them with different values are a problem. */
    public <T> Option<T> optionalAs(Array<String> equivalent, Shape<T> shape) {
        log.forEach(described -> equivalent.forEach(name -> described.field(name, shape.schema())));
        Array<String> given = equivalent.filter(name -> stated(name) == Presence.VALUE);
        if (given.map(object::get).distinct().size() > 1) {
            reject(
                    given.last(),
                    ServerCode.SPELLED_TWICE,
                    given.mkString(" and ") + " are one field, and say different things.");
        }
        return given.headOption().flatMap(name -> read(name, shape));
    }

    /** Returns a reader of the object in a field, if there is one. Its problems are added to this reader's. */
    public Option<ObjectReader> object(String name) {
        if (log.isDefined()) {
            return Option.some(new ObjectReader(
                    FieldPath.body(new Unknown.Described(log.get().object(name))), Json.object(), HashMap.empty()));
        }
        Option<ObjectReader> reader = optional(name, Shapes.object(Either::right));
        within = within.appendAll(reader);
        return reader;
    }

    /** Does the same; that there is none is a problem. */
    public Option<ObjectReader> requiredObject(String name) {
        Option<ObjectReader> reader = object(name);
        require(name);
        return reader;
    }

    /** Returns whether the field is present, with a value or with null. */
    public Presence presence(String name) {
        if (log.isDefined()) {
            return log.get().has(name) ? Presence.VALUE : Presence.ABSENT;
        }
        return words.get(name).map(theirs -> theirs.names().map(this::stated).max().get()).getOrElse(() -> stated(name));
    }

    private Presence stated(String name) {
        asked.add(name);
        return !object.has(name) ? Presence.ABSENT : object.get(name).isNull() ? Presence.NULL : Presence.VALUE;
    }

    /** The presence of a field. */
    public enum Presence {
        ABSENT,
        NULL,
        VALUE
    }

    /** Returns the client's name of a field. */
    public String spelled(String name) {
        Array<String> theirs = words.get(name).map(Wording::names).getOrElse(() -> Array.of(name));
        return theirs.find(object::hasNonNull).getOrElse(() -> theirs.contains(name) ? name : theirs.head());
    }

    /** Adds a problem that no shape finds. */
    public void reject(String name, FailureCode code, String message) {
        log.forEach(described -> described.rejected(name, code));
        problems = problems.append(new Problem(spot.field(name).path(), code, message));
    }

    /** Adds problems of other parts of the request, so that all are reported together. */
    public void reject(Array<Problem> found) {
        problems = problems.appendAll(found);
    }

    /** Permits fields that have no effect, with any value. */
    public void allow(String... names) {
        asked.addAll(List.of(names));
        log.forEach(described -> Array.of(names).forEach(name -> described.field(name, JsonSchema.ANY)));
    }

    /** Permits all fields that are not read, with any value. */
    public void allowOthers() {
        asked.addAll(object.propertyNames());
        log.forEach(FieldLog::open);
    }

    /** Returns all ignored fields of the whole body. Call it after {@link #finish}. */
    public Array<String> ignored() {
        return spot.passedOver();
    }

    /** Returns the value if there is no problem. Call it last. */
    public <T> Either<Array<Problem>, T> finish(Supplier<T> value) {
        Array<FieldPath> strangers = strangers();
        Array<Problem> found = problems.appendAll(within.flatMap(ObjectReader::problems));
        Array<Problem> all =
                switch (spot.unknown()) {
                    case Unknown.Refused refused ->
                        found.appendAll(strangers.map(stranger -> new Problem(
                                stranger.path(), ServerCode.UNKNOWN_FIELD, "This call knows no " + stranger + ".")));
                    case Unknown.Ignored(Set<String> butNot) -> {
                        strangers.reject(stranger -> butNot.contains(stranger.name())).forEach(FieldPath::passOver);
                        yield found.appendAll(strangers.filter(stranger -> butNot.contains(stranger.name()))
                                .map(stranger -> new Problem(
                                        stranger.path(),
                                        ServerCode.CANNOT_BE_IGNORED,
                                        stranger + " says who may do what, is not read here, and must not be passed over.")));
                    }
                    case Unknown.Described described ->
                        Array.of(new Problem(spot.path(), ServerCode.MISSING_FIELD, "There is no request."));
                };
        return all.isEmpty() ? Either.right(value.get()) : Either.left(all);
    }

    private Array<Problem> problems() {
        return finish(() -> this).swap().getOrElse(Array::empty);
    }

    private Array<FieldPath> strangers() {
        return asked.containsAll(object.propertyNames())
                ? Array.empty()
                : Iterator.ofAll(object.propertyNames())
                        .reject(asked::contains)
                        .map(name -> spot.field(shown(name)))
                        .transform(this::most)
                        .toArray();
    }

    /** All ignored fields are reported, but only a limited number of refused ones. */
    private Iterator<FieldPath> most(Iterator<FieldPath> strangers) {
        return switch (spot.unknown()) {
            case Unknown.Refused refused -> strangers.take(Failure.MAX_PROBLEMS);
            case Unknown.Ignored ignored -> strangers;
            case Unknown.Described described -> strangers;
        };
    }

    /** The client chose the name, so it is cut to a limited length. */
    private static String shown(String name) {
        return name.length() <= 64 ? name : name.substring(0, 64) + "…";
    }
}
