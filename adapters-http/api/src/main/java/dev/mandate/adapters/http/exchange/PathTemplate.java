package dev.mandate.adapters.http.exchange;

import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * A path in which a segment in braces matches any one nonempty segment: {@code /api/v1/smart-accounts/{address}}.
 *
 * @param text the template as written
 * @param segments the parts before, between and after the slashes; the first is empty
 */
public record PathTemplate(String text, Array<String> segments) {

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException unless it starts with a slash
     */
    public static PathTemplate of(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("a path begins with a slash, not " + text);
        }
        return new PathTemplate(text, segments(text));
    }

    /** Returns the parts of {@code path} before, between and after its slashes. It need not start with a slash. */
    public static Array<String> segments(String path) {
        return Array.of(path.split("/", -1));
    }

    /** Returns whether there are no variables, so that it matches exactly one path. */
    public boolean isFixed() {
        return !segments.exists(PathTemplate::isVariable);
    }

    /** Returns the values of the variables by name; none if the path does not match. */
    public Option<Map<String, String>> match(Array<String> path) {
        if (path.size() != segments.size()) {
            return Option.none();
        }
        Map<String, String> found = HashMap.empty();
        for (int i = 0; i < segments.size(); i++) {
            String expected = segments.get(i);
            String actual = path.get(i);
            if (isVariable(expected) && !actual.isEmpty()) {
                found = found.put(expected.substring(1, expected.length() - 1), actual);
            } else if (!expected.equals(actual)) {
                return Option.none();
            }
        }
        return Option.some(found);
    }

    private static boolean isVariable(String segment) {
        return segment.startsWith("{") && segment.endsWith("}");
    }
}
