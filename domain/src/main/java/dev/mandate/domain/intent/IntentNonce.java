package dev.mandate.domain.intent;

import io.vavr.control.Option;

/**
 * A number that the client chose for one intent. An account accepts it once.
 *
 * @param hex 32 to 64 hexadecimal digits in lower case, which are 16 to 32 bytes
 */
public record IntentNonce(String hex) {

    public IntentNonce {
        if (!isWellFormed(hex)) {
            throw new IllegalArgumentException("no nonce");
        }
    }

    /** The nonce; none if {@code text} is none. */
    public static Option<IntentNonce> parse(String text) {
        return Option.when(isWellFormed(text), () -> new IntentNonce(text));
    }

    private static boolean isWellFormed(String text) {
        return text.matches("([0-9a-f]{2}){16,32}");
    }

    @Override
    public String toString() {
        return hex;
    }
}
