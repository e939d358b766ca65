package dev.mandate.domain.filter;

import io.vavr.control.Option;
import java.util.regex.Pattern;

/** The id of a filter or an allowlist, chosen by the client: 1 to 64 of {@code A-Z a-z 0-9 . _ -}. */
public record FilterId(String text) {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    public FilterId {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("not the id of a filter");
        }
    }

    /** The id; none if the text is none. */
    public static Option<FilterId> parse(String text) {
        return Option.when(FORM.matcher(text).matches(), () -> new FilterId(text));
    }

    @Override
    public String toString() {
        return text;
    }
}
