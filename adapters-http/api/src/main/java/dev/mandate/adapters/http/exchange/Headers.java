package dev.mandate.adapters.http.exchange;

import io.vavr.collection.Array;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.util.Locale;

/**
 * Header fields; names are told apart without regard to case.
 *
 * @param fields in the order in which they came: a message has few of them, so that looking through them is quick
 */
public record Headers(Array<Field> fields) {

    public static final Headers NONE = new Headers(Array.empty());

    /**
     * One line of a header.
     *
     * @param name in lower case, however it was spelled: servers hand names on as the client or they themselves write them
     */
    public record Field(String name, String value) {
        public Field {
            name = name.toLowerCase(Locale.ROOT);
        }
    }

    /** With one more field. */
    public Headers with(String name, String value) {
        return new Headers(fields.append(new Field(name, value)));
    }

    /** Every value under {@code name}. */
    public Array<String> all(String name) {
        Array<String> values = Array.empty();
        for (Field field : fields) {
            values = field.name().equalsIgnoreCase(name) ? values.append(field.value()) : values;
        }
        return values;
    }

    /** What stands under one of {@code names}, which are in lower case: spellings of one header. Each different value once. */
    public Array<Field> anyOf(Set<String> names) {
        Array<Field> given = Array.empty();
        for (Field field : fields) {
            boolean another = names.contains(field.name()) && !given.exists(before -> before.value().equals(field.value()));
            given = another ? given.append(field) : given;
        }
        return given;
    }

    /** The first value under {@code name}. */
    public Option<String> first(String name) {
        for (Field field : fields) {
            if (field.name().equalsIgnoreCase(name)) {
                return Option.some(field.value());
            }
        }
        return Option.none();
    }
}
