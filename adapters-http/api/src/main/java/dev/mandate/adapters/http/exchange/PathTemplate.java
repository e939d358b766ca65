package dev.mandate.adapters.http.exchange;

import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * A path in which a segment in braces stands for any one segment that is not empty: {@code /api/v1/smart-accounts/{address}}.
 *
 * @param text as written
 * @param segments what stands before, between and behind the slashes: nothing before the first
 */
public record PathTemplate(String text, Array<String> segments) {

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException unless it begins with a slash
     */
    public static PathTemplate of(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("a path begins with a slash, not " + text);
        }
        return new PathTemplate(text, segments(text));
    }

    /** What stands before, between and behind the slashes of {@code path}, which need not begin with one. */
    public static Array<String> segments(String path) {
        return Array.of(path.split("/", -1));
    }

    /** Without braces: it is the one path that it spells. */
    public boolean isFixed() {
        return !segments.exists(PathTemplate::isVariable);
    }

    /** What the braces stand for in a path of these segments, by name; none if it is another path. */
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
