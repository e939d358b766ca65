package dev.mandate.domain.account;

import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;

/**
 * A note that travels with an instruction and is readable on the chain by everyone.
 *
 * @param text at most {@link #MAX_BYTES} bytes of UTF-8, and nothing that UTF-8 cannot spell
 */
public record Memo(String text) {

    public static final int MAX_BYTES = 256;

    public Memo {
        unfit(text).forEach(why -> {
            throw new IllegalArgumentException("no memo: " + why);
        });
    }

    /** Why a text is no memo. */
    public sealed interface Unfit {}

    /**
     * A text that does not fit.
     *
     * @param bytes its length in UTF-8
     * @param limit the most that fits
     */
    public record TooLong(int bytes, int limit) implements Unfit {}

    /** A text with half of a surrogate pair, which no UTF-8 spells. */
    public record HalfACharacter() implements Unfit {}

    public static Either<Unfit, Memo> parse(String text) {
        return unfit(text).<Either<Unfit, Memo>>map(Either::left).getOrElse(() -> Either.right(new Memo(text)));
    }

    private static Option<Unfit> unfit(String text) {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            return Option.some(new TooLong(bytes, MAX_BYTES));
        }
        return StandardCharsets.UTF_8.newEncoder().canEncode(text) ? Option.none() : Option.some(new HalfACharacter());
    }
}
