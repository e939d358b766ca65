package dev.mandate.adapters.http.exchange;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.json.FieldLog;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.JsonSchema;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.FailureCode;
import dev.mandate.ports.api.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** The query of a request, read parameter by parameter; it keeps all problems. Mutable; for one request. */
public final class Query {

    /** Never ignored: a client that sends one of these relies on it to prevent an effect. */
    private static final Set<String> BINDING = HashSet.of("dry_run", "require_success");

    private final Map<String, Array<String>> values;
    private final Unknown unknown;
    private Set<String> asked = HashSet.empty();
    private Array<Problem> problems = Array.empty();

    private Query(Map<String, Array<String>> values, Unknown unknown) {
        this.values = values;
        this.unknown = unknown;
    }

    /**
     * Parses the text after the question mark.
     *
     * @param unknown how unread parameters are treated
     */
    public static Either<Failure, Query> parse(String text, Unknown unknown) {
        Map<String, Array<String>> values = LinkedHashMap.empty();
        for (String part : text.split("&", -1)) {
            if (!part.isEmpty()) {
                int equals = part.indexOf('=');
                Option<String> name = decoded(equals < 0 ? part : part.substring(0, equals));
                Option<String> value = decoded(equals < 0 ? "" : part.substring(equals + 1));
                if (name.isEmpty() || value.isEmpty()) {
                    return Either.left(Failure.of(ServerCode.BAD_QUERY, "The query holds a malformed percent sequence."));
                }
                values = values.put(name.get(), values.getOrElse(name.get(), Array.empty()).append(value.get()));
            }
        }
        return Either.right(new Query(values, unknown));
    }

    private static Option<String> decoded(String text) {
        try {
            return Option.some(URLDecoder.decode(text, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException malformed) {
            return Option.none();
        }
    }

    /** Reads a parameter {@code true} or {@code false}; false if it is missing. */
    public boolean flag(String name) {
        return one(name, JsonSchema.of("boolean")).map(text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> {
                reject(name, name + " must be true or false.");
                yield false;
            }
        }).getOrElse(false);
    }

    /** Reads a whole number from {@code least} to {@code most}; {@code otherwise} if it is missing. */
    public int number(String name, int least, int most, int otherwise) {
        return one(name, JsonSchema.of("integer").with("minimum", least).with("maximum", most)).map(text -> {
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

    /** Reads a text. */
    public Option<String> text(String name) {
        return one(name, JsonSchema.of("string"));
    }

    /** Reads a parameter that may occur several times. */
    public Array<String> texts(String name) {
        return read(name, JsonSchema.of("array"));
    }

    /** Adds the problem that a parameter is invalid. */
    public void reject(String name, String message) {
        reject(name, ServerCode.BAD_QUERY, message);
    }

    /** Adds a problem with its own code. */
    public void reject(String name, FailureCode code, String message) {
        problems = problems.append(new Problem(name, code, message));
    }

    /** Returns all problems, including unread parameters that may not be ignored. Call it last. */
    public Array<Problem> problems() {
        Array<String> refused =
                switch (unknown) {
                    case Unknown.Ignored ignored -> strangers().filter(BINDING::contains);
                    case Unknown.Refused all -> strangers();
                    case Unknown.Described described -> Array.of("");
                };
        return problems.appendAll(
                refused.map(name -> new Problem(name, ServerCode.BAD_QUERY, "This call knows no such query parameter.")));
    }

    /** Returns the unread parameters that are ignored. Call it last. */
    public Array<String> ignored() {
        return switch (unknown) {
            case Unknown.Ignored ignored -> strangers().reject(BINDING::contains);
            case Unknown.Refused refused -> Array.empty();
            case Unknown.Described described -> Array.empty();
        };
    }

    /** The client chose the name, so it is cut to a limited length. */
    private Array<String> strangers() {
        return values.keySet()
                .removeAll(asked)
                .toArray()
                .map(name -> name.length() <= 64 ? name : name.substring(0, 64) + "…");
    }

    private Array<String> read(String name, JsonSchema schema) {
        asked = asked.add(name);
        FieldLog.in(unknown).forEach(log -> log.parameter(name, schema));
        return values.get(name).getOrElse(Array.empty());
    }

    private Option<String> one(String name, JsonSchema schema) {
        Array<String> all = read(name, schema);
        if (all.size() > 1) {
            reject(name, name + " stands there more than once.");
        }
        return all.headOption();
    }
}
