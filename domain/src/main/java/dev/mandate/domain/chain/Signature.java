package dev.mandate.domain.chain;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Either;

/**
 * A 64-byte Ed25519 signature. A transaction's first signature is also its id. The text is base58.
 *
 * @param bytes exactly 64
 */
public record Signature(Bytes bytes) {

    public static final int LENGTH = 64;

    /** All zero: an unsigned slot. */
    public static final Signature EMPTY = new Signature(Bytes.of(new byte[LENGTH]));

    public Signature {
        if (bytes.length() != LENGTH) {
            throw new IllegalArgumentException("expected 64 bytes, not " + bytes.length());
        }
    }

    /** Why a text is not a signature. */
    public sealed interface Problem {
        record NotBase58(Base58.Problem cause) implements Problem {}

        /**
         * The text is base58 of another length.
         *
         * @param length the number of decoded bytes, instead of 64
         */
        record WrongLength(int length) implements Problem {}
    }

    /** Parses base58 text of exactly 64 bytes. */
    public static Either<Problem, Signature> parse(String text) {
        return Base58.decode(text)
                .<Problem>mapLeft(Problem.NotBase58::new)
                .flatMap(bytes -> bytes.length == LENGTH
                        ? Either.right(new Signature(Bytes.of(bytes)))
                        : Either.left(new Problem.WrongLength(bytes.length)));
    }

    /** Returns the base58 text. */
    @Override
    public String toString() {
        return Base58.encode(bytes.toArray());
    }
}
