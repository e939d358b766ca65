package dev.mandate.domain.authority;

import io.vavr.control.Option;

/**
 * The id of an e-mail identity. It never changes and is no secret.
 *
 * @param text a UUID in lower case (RFC 9562)
 */
public record UserId(String text) {

    private static final String FORM = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

    public UserId {
        if (!text.matches(FORM)) {
            throw new IllegalArgumentException("no UUID in lower case");
        }
    }

    /** The id that {@code text} spells; none if it is none. */
    public static Option<UserId> parse(String text) {
        return Option.when(text.matches(FORM), () -> new UserId(text));
    }

    @Override
    public String toString() {
        return text;
    }
}
