package dev.mandate.domain.chain;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Either;

/**
 * A 32-byte account address. Its text is base58. Addresses are ordered by their bytes, as the chain's programs order keys.
 *
 * <p>An address alone does not show who can sign for it: it may be a key, a program, or derived and off the curve.
 */
public record Address(Bytes32 bytes) implements Comparable<Address> {

    /** All zero bytes: the system program. It also stands for native SOL in place of a mint, and for "no one". */
    public static final Address ZERO = new Address(Bytes32.ZERO);

    /** Why a text is not an address. */
    public sealed interface Problem {
        record NotBase58(Base58.Problem cause) implements Problem {}

        /**
         * The text is base58 of another length.
         *
         * @param length the number of decoded bytes, instead of 32
         */
        record WrongLength(int length) implements Problem {}
    }

    /** Parses base58 text of exactly 32 bytes. */
    public static Either<Problem, Address> parse(String text) {
        return Base58.decode(text)
                .<Problem>mapLeft(Problem.NotBase58::new)
                .flatMap(bytes -> bytes.length == Bytes32.LENGTH
                        ? Either.right(new Address(Bytes32.spelled(bytes, text)))
                        : Either.left(new Problem.WrongLength(bytes.length)));
    }

    /**
     * Returns the address of a constant in the program. Use {@link #parse} for input.
     *
     * @throws IllegalArgumentException if {@code text} is not base58 of 32 bytes
     */
    public static Address of(String text) {
        return parse(text).getOrElseThrow(problem -> new IllegalArgumentException(text + ": " + problem));
    }

    /** Returns the 32 bytes of {@code source} from {@code offset}. */
    public static Address of(Bytes source, int offset) {
        return new Address(Bytes32.of(source, offset));
    }

    /** Returns the 32 bytes of {@code source} from {@code offset}. */
    public static Address of(byte[] source, int offset) {
        return new Address(Bytes32.of(source, offset));
    }

    /**
     * Returns all 32 bytes of {@code source}.
     *
     * @throws IllegalArgumentException if there are not 32
     */
    public static Address of(byte[] source) {
        return new Address(Bytes32.of(source));
    }

    public byte[] toArray() {
        return bytes.toArray();
    }

    @Override
    public int compareTo(Address other) {
        return bytes.compareTo(other.bytes);
    }

    // Written out because addresses are compared everywhere: the method that a record generates is slower.
    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Address that && bytes.equals(that.bytes));
    }

    @Override
    public int hashCode() {
        return bytes.hashCode();
    }

    /** Returns the base58 text. */
    @Override
    public String toString() {
        return bytes.toBase58();
    }
}
