package dev.mandate.domain.authority;

import io.vavr.control.Option;

/**
 * A one-time code. It is secret: {@link #toString} does not show it.
 *
 * @param digits six decimal digits
 */
public record OneTimeCode(String digits) {

    public OneTimeCode {
        if (!digits.matches("[0-9]{6}")) {
            throw new IllegalArgumentException("a code has six digits");
        }
    }

    /** The code that {@code text} spells; none if it is not six digits. */
    public static Option<OneTimeCode> parse(String text) {
        return Option.when(text.matches("[0-9]{6}"), () -> new OneTimeCode(text));
    }

    @Override
    public String toString() {
        return "[code]";
    }
}
