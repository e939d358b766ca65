package dev.mandate.domain.account;

import io.vavr.control.Either;
import java.nio.charset.StandardCharsets;

/**
 * A note that travels with an instruction and is readable on the chain by everyone.
 *
 * @param text at most {@link #MAX_BYTES} bytes of UTF-8
 */
public record Memo(String text) {

    public static final int MAX_BYTES = 256;

    public Memo {
        if (lengthOf(text) > MAX_BYTES) {
            throw new IllegalArgumentException("memo of more than " + MAX_BYTES + " bytes");
        }
    }

    /**
     * A text that does not fit.
     *
     * @param bytes its length in UTF-8
     * @param limit the most that fits
     */
    public record TooLong(int bytes, int limit) {}

    public static Either<TooLong, Memo> parse(String text) {
        int bytes = lengthOf(text);
        return bytes > MAX_BYTES ? Either.left(new TooLong(bytes, MAX_BYTES)) : Either.right(new Memo(text));
    }

    private static int lengthOf(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
