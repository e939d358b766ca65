package dev.mandate.adapters.http.exchange;

import io.vavr.collection.Array;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.util.Locale;

/**
 * Header fields; names are compared without regard to case.
 *
 * @param fields in order of arrival; few, so that a linear search is fast
 */
public record Headers(Array<Field> fields) {

    public static final Headers NONE = new Headers(Array.empty());

    /**
     * One header field.
     *
     * @param name always in lower case; servers pass names on in different cases
     */
    public record Field(String name, String value) {
        public Field {
            name = name.toLowerCase(Locale.ROOT);
        }
    }

    /** Returns these headers with one more field. */
    public Headers with(String name, String value) {
        return new Headers(fields.append(new Field(name, value)));
    }

    /** Returns all values of {@code name}. */
    public Array<String> all(String name) {
        Array<String> values = Array.empty();
        for (Field field : fields) {
            values = field.name().equalsIgnoreCase(name) ? values.append(field.value()) : values;
        }
        return values;
    }

    /** Returns the fields with one of {@code names}, which are equivalent lower-case names. Each different value occurs once. */
    public Array<Field> anyOf(Set<String> names) {
        Array<Field> given = Array.empty();
        for (Field field : fields) {
            boolean another = names.contains(field.name()) && !given.exists(before -> before.value().equals(field.value()));
            given = another ? given.append(field) : given;
        }
        return given;
    }

    /** Returns the first value of {@code name}. */
    public Option<String> first(String name) {
        for (Field field : fields) {
            if (field.name().equalsIgnoreCase(name)) {
                return Option.some(field.value());
            }
        }
        return Option.none();
    }
}
