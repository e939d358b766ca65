package dev.mandate.adapters.http.exchange;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.util.Locale;

/**
 * Header fields; names are told apart without regard to case.
 *
 * @param values by lower-case name, in the order in which they came
 */
public record Headers(Map<String, Vector<String>> values) {

    public static final Headers NONE = new Headers(HashMap.empty());

    /** With one more field. */
    public Headers with(String name, String value) {
        String lower = name.toLowerCase(Locale.ROOT);
        return new Headers(values.put(lower, all(lower).append(value)));
    }

    /** Every value under {@code name}. */
    public Vector<String> all(String name) {
        return values.get(name.toLowerCase(Locale.ROOT)).getOrElse(Vector.empty());
    }

    /** The first value under {@code name}. */
    public Option<String> first(String name) {
        return all(name).headOption();
    }
}
