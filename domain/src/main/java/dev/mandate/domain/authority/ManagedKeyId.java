package dev.mandate.domain.authority;

import io.vavr.control.Option;

/**
 * The id of a key in the vault. It never changes and is no secret.
 *
 * @param text {@code key_} and 32 of 0-9 and a-f
 */
public record ManagedKeyId(String text) {

    private static final String FORM = "key_[0-9a-f]{32}";

    public ManagedKeyId {
        if (!text.matches(FORM)) {
            throw new IllegalArgumentException("no id of a managed key");
        }
    }

    /** The id that {@code text} spells; none if it is none. */
    public static Option<ManagedKeyId> parse(String text) {
        return Option.when(text.matches(FORM), () -> new ManagedKeyId(text));
    }

    @Override
    public String toString() {
        return text;
    }
}
