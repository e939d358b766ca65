package dev.mandate.ports.api.custody;

import io.vavr.control.Option;
import java.util.Objects;

/**
 * A name that the caller chooses for a request. A request that is repeated under the same key takes effect once.
 *
 * @param text 1 to 128 printable ASCII characters without blanks
 */
public record IdempotencyKey(String text) {

    public static final int MAX_LENGTH = 128;

    public IdempotencyKey {
        Objects.requireNonNull(text, "text");
        if (!fits(text)) {
            throw new IllegalArgumentException("an idempotency key is 1 to 128 printable ASCII characters without blanks");
        }
    }

    /** The key, if {@code text} is one. */
    public static Option<IdempotencyKey> parse(String text) {
        return Option.when(fits(text), () -> new IdempotencyKey(text));
    }

    private static boolean fits(String text) {
        return !text.isEmpty() && text.length() <= MAX_LENGTH && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }

    @Override
    public String toString() {
        return text;
    }
}
