package dev.mandate.domain.account;

import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;

/**
 * A note in an instruction, readable on the chain by everyone. It looks the same everywhere: no character breaks the line, moves the cursor
 * or changes the direction of text. Other clients may write any text, so a memo that is read from the chain is a text, not a {@code Memo}.
 *
 * @param text at most {@link #MAX_BYTES} bytes of valid UTF-8, without control and bidirectional characters
 */
public record Memo(String text) {

    public static final int MAX_BYTES = 256;

    public Memo {
        unfit(text).forEach(why -> {
            throw new IllegalArgumentException("no memo: " + why);
        });
    }

    /** Why a text is not a memo. */
    public sealed interface Unfit {}

    /**
     * A text that is too long.
     *
     * @param bytes its length in UTF-8
     * @param limit the maximum of bytes
     */
    public record TooLong(int bytes, int limit) implements Unfit {}

    /** A text with half of a surrogate pair, which UTF-8 cannot encode. */
    public record HalfACharacter() implements Unfit {}

    /**
     * A text with a control character (C0, C1 and DEL; tabs and line breaks are such) or a bidirectional one.
     *
     * @param codePoint the first of them
     */
    public record ForbiddenCharacter(int codePoint) implements Unfit {}

    public static Either<Unfit, Memo> parse(String text) {
        return unfit(text).<Either<Unfit, Memo>>map(Either::left).getOrElse(() -> Either.right(new Memo(text)));
    }

    private static Option<Unfit> unfit(String text) {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            return Option.some(new TooLong(bytes, MAX_BYTES));
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            return Option.some(new HalfACharacter());
        }
        return Array.ofAll(text.codePoints().boxed().toList())
                .find(codePoint -> Character.isISOControl(codePoint) || isBidirectional(codePoint))
                .map(ForbiddenCharacter::new);
    }

    /** The marks, embeddings, overrides and isolates of Unicode's bidirectional algorithm (UAX #9, section 2), and the separators U+2028, U+2029. */
    private static boolean isBidirectional(int codePoint) {
        return codePoint == 0x061c
                || codePoint == 0x200e
                || codePoint == 0x200f
                || (codePoint >= 0x2028 && codePoint <= 0x202e)
                || (codePoint >= 0x2066 && codePoint <= 0x2069);
    }
}
