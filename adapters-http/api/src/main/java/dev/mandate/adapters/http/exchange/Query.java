package dev.mandate.adapters.http.exchange;

import dev.mandate.ports.refusal.ErrorCode;
import dev.mandate.ports.refusal.Failure;
import dev.mandate.ports.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** The query of a request, read parameter by parameter; what is wrong with it is remembered. Mutable; serves one request. */
public final class Query {

    /** Who asks for one of these must not get what they ask to be spared. */
    private static final Set<String> BINDING = HashSet.of("dry_run", "require_success");

    private final Map<String, Array<String>> values;
    private final Strangers strangers;
    private Set<String> asked = HashSet.empty();
    private Array<Problem> problems = Array.empty();

    /** What becomes of a parameter that nobody asks for. */
    private enum Strangers {
        REFUSED,
        IGNORED
    }

    private Query(Map<String, Array<String>> values, Strangers strangers) {
        this.values = values;
        this.strangers = strangers;
    }

    /** Reads the text behind the question mark. */
    public static Either<Failure, Query> parse(String text) {
        Map<String, Array<String>> values = LinkedHashMap.empty();
        for (String part : text.split("&", -1)) {
            if (!part.isEmpty()) {
                int equals = part.indexOf('=');
                Option<String> name = decoded(equals < 0 ? part : part.substring(0, equals));
                Option<String> value = decoded(equals < 0 ? "" : part.substring(equals + 1));
                if (name.isEmpty() || value.isEmpty()) {
                    return Either.left(Failure.of(ErrorCode.BAD_QUERY, "The query holds a malformed percent sequence."));
                }
                values = values.put(name.get(), values.getOrElse(name.get(), Array.empty()).append(value.get()));
            }
        }
        return Either.right(new Query(values, Strangers.REFUSED));
    }

    private static Option<String> decoded(String text) {
        try {
            return Option.some(URLDecoder.decode(text, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException malformed) {
            return Option.none();
        }
    }

    /** A parameter that is {@code true} or {@code false}; false where it is missing. */
    public boolean flag(String name) {
        return one(name).map(text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> {
                reject(name, name + " must be true or false.");
                yield false;
            }
        }).getOrElse(false);
    }

    /** A whole number from {@code least} to {@code most}; {@code otherwise} where it is missing. */
    public int number(String name, int least, int most, int otherwise) {
        return one(name).map(text -> {
            if (!text.matches("-?[0-9]+")) {
                reject(name, name + " must be a whole number.");
                return otherwise;
            }
            if (text.matches("[0-9]{1,18}") && Long.parseLong(text) >= least && Long.parseLong(text) <= most) {
                return Integer.parseInt(text);
            }
            reject(name, ErrorCode.OUT_OF_RANGE, "%s must be from %s to %s.".formatted(name, least, most));
            return otherwise;
        }).getOrElse(otherwise);
    }

    /** A text. */
    public Option<String> text(String name) {
        return one(name);
    }

    /** Texts of a parameter that may stand there more than once. */
    public Array<String> texts(String name) {
        asked = asked.add(name);
        return values.get(name).getOrElse(Array.empty());
    }

    /** Notes that a parameter is not what it must be. */
    public void reject(String name, String message) {
        reject(name, ErrorCode.BAD_QUERY, message);
    }

    /** Notes the same with a code of its own. */
    public void reject(String name, ErrorCode code, String message) {
        problems = problems.append(new Problem(name, code, message));
    }

    /** Everything that is wrong, parameters included that nobody asked for and that are not ignored. To be called last. */
    public Array<Problem> problems() {
        Array<String> unknown =
                switch (strangers) {
                    case IGNORED -> strangers().filter(BINDING::contains);
                    case REFUSED -> strangers();
                };
        return problems.appendAll(
                unknown.map(name -> new Problem(name, ErrorCode.BAD_QUERY, "This call knows no such query parameter.")));
    }

    /** Parameters that nobody asked for, where they are no problem. To be called last. */
    public Array<String> ignored() {
        return switch (strangers) {
            case IGNORED -> strangers().reject(BINDING::contains);
            case REFUSED -> Array.empty();
        };
    }

    /** The same, yet unread; parameters that nobody asks for are no problem. */
    public Query lenient() {
        return new Query(values, Strangers.IGNORED);
    }

    /** A name is the client's own text: as much of it as a name may have. */
    private Array<String> strangers() {
        return values.keySet()
                .removeAll(asked)
                .toArray()
                .map(name -> name.length() <= 64 ? name : name.substring(0, 64) + "…");
    }

    private Option<String> one(String name) {
        asked = asked.add(name);
        Array<String> all = values.get(name).getOrElse(Array.empty());
        if (all.size() > 1) {
            reject(name, name + " stands there more than once.");
        }
        return all.headOption();
    }
}
