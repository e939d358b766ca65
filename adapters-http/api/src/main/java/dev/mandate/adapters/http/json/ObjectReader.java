package dev.mandate.adapters.http.json;

import dev.mandate.ports.refusal.ErrorCode;
import dev.mandate.ports.refusal.Failure;
import dev.mandate.ports.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.collection.Iterator;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads one JSON object field by field and remembers everything that is wrong, so that it can be told at once. Mutable; serves one
 * reading by one thread.
 */
public final class ObjectReader {

    /** What becomes of a field that nobody asked for. */
    public sealed interface Unknown {

        Unknown REFUSED = new Refused();

        /** It is a problem. */
        record Refused() implements Unknown {}

        /**
         * It is passed over, and named in {@link ObjectReader#ignored}.
         *
         * @param butNot names of fields that are a problem all the same, wherever they stand
         */
        record Ignored(Set<String> butNot) implements Unknown {}
    }

    private final Spot spot;
    private final ObjectNode object;
    private final Unknown unknown;
    private Array<Problem> problems = Array.empty();
    private Array<ObjectReader> within = Array.empty();

    /** A handful, so that looking through them is quick. */
    private final List<String> asked = new ArrayList<>();

    private ObjectReader(Spot spot, ObjectNode object, Unknown unknown) {
        this.spot = spot;
        this.object = object;
        this.unknown = unknown;
    }

    /** A reader of a request's body. */
    public static ObjectReader of(ObjectNode body, Unknown unknown) {
        return new ObjectReader(Spot.body(), body, unknown);
    }

    /** A reader of an object that stands at {@code spot}. */
    static ObjectReader at(Spot spot, ObjectNode object, Unknown unknown) {
        return new ObjectReader(spot, object, unknown);
    }

    /** A field that must be there. */
    public <T> Option<T> required(String name, Shape<T> shape) {
        Option<T> read = optional(name, shape);
        if (isAbsent(name)) {
            reject(name, ErrorCode.MISSING_FIELD, name + " is required.");
        }
        return read;
    }

    /** A field that may be missing; null is as good as missing. */
    public <T> Option<T> optional(String name, Shape<T> shape) {
        asked.add(name);
        JsonNode value = object.get(name);
        if (value == null || value.isNull()) {
            return Option.none();
        }
        return shape.read(spot.field(name), value).peekLeft(this::reject).toOption();
    }

    /** The one of these fields that is there, all of them spellings of one; two that say different things are a problem. */
    public <T> Option<T> optionalAs(Array<String> names, Shape<T> shape) {
        Array<String> given = names.filter(name -> presence(name) == Presence.VALUE);
        if (given.map(object::get).distinct().size() > 1) {
            reject(
                    given.last(),
                    ErrorCode.SPELLED_TWICE,
                    given.mkString(" and ") + " are one field, and say different things.");
        }
        return given.headOption().flatMap(name -> optional(name, shape));
    }

    /** A reader of the object that stands in a field, if one does. What is wrong with it is told with what is wrong here. */
    public Option<ObjectReader> object(String name) {
        Option<ObjectReader> reader = optional(name, Shapes.object(unknown, Either::right));
        within = within.appendAll(reader);
        return reader;
    }

    /** Whether the field stands there, with a value or with null. */
    public Presence presence(String name) {
        asked.add(name);
        return !object.has(name) ? Presence.ABSENT : object.get(name).isNull() ? Presence.NULL : Presence.VALUE;
    }

    /** How a field may stand in an object. */
    public enum Presence {
        ABSENT,
        NULL,
        VALUE
    }

    /** Notes a problem that no shape finds. */
    public void reject(String name, ErrorCode code, String message) {
        problems = problems.append(new Problem(spot.field(name).path(), code, message));
    }

    /** Notes problems that were found elsewhere in the request, so that they are told with those of the body. */
    public void reject(Array<Problem> found) {
        problems = problems.appendAll(found);
    }

    /** Lets fields stand that change nothing, whatever they hold. */
    public void allow(String... names) {
        asked.addAll(List.of(names));
    }

    /** Has a field named among those that were passed over. */
    public void passOver(String name) {
        spot.field(name).passOver();
    }

    /** Fields of the whole body that were there and passed over, once it is read. */
    public Array<String> ignored() {
        return spot.passedOver();
    }

    /** What was read, if nothing is wrong. Ends the reading. */
    public <T> Either<Array<Problem>, T> finish(Supplier<T> value) {
        Array<Spot> strangers = strangers();
        Array<Problem> found = problems.appendAll(within.flatMap(ObjectReader::problems));
        Array<Problem> all =
                switch (unknown) {
                    case Unknown.Refused refused ->
                        found.appendAll(strangers.map(stranger -> new Problem(
                                stranger.path(), ErrorCode.UNKNOWN_FIELD, "This call knows no " + stranger + ".")));
                    case Unknown.Ignored(Set<String> butNot) -> {
                        strangers.reject(stranger -> butNot.contains(stranger.name())).forEach(Spot::passOver);
                        yield found.appendAll(strangers.filter(stranger -> butNot.contains(stranger.name()))
                                .map(stranger -> new Problem(
                                        stranger.path(),
                                        ErrorCode.CANNOT_BE_IGNORED,
                                        stranger + " says who may do what, is not read here, and must not be passed over.")));
                    }
                };
        return all.isEmpty() ? Either.right(value.get()) : Either.left(all);
    }

    private Array<Problem> problems() {
        return finish(() -> this).swap().getOrElse(Array::empty);
    }

    private Array<Spot> strangers() {
        return asked.containsAll(object.propertyNames())
                ? Array.empty()
                : Iterator.ofAll(object.propertyNames())
                        .reject(asked::contains)
                        .map(name -> spot.field(shown(name)))
                        .transform(this::most)
                        .toArray();
    }

    /** Those that are passed over are named, all of them; of those that are refused as many as are told. */
    private Iterator<Spot> most(Iterator<Spot> strangers) {
        return switch (unknown) {
            case Unknown.Refused refused -> strangers.take(Failure.MAX_PROBLEMS);
            case Unknown.Ignored ignored -> strangers;
        };
    }

    /** A name is the client's own text: as much of it as a name may have. */
    private static String shown(String name) {
        return name.length() <= 64 ? name : name.substring(0, 64) + "…";
    }

    private boolean isAbsent(String name) {
        JsonNode value = object.get(name);
        return value == null || value.isNull();
    }
}
