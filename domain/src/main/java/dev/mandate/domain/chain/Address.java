package dev.mandate.domain.chain;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Either;

/**
 * A 32-byte account address. Its text is base58. Ordered by its bytes, as the chain's programs order keys.
 *
 * <p>Being an address says nothing about who can sign for it: it may be a key's, a program's, or derived and off the curve.
 */
public record Address(Bytes32 bytes) implements Comparable<Address> {

    /** All zero bytes: the system program, which also spells native SOL where a mint is asked, and "no one". */
    public static final Address ZERO = new Address(Bytes32.ZERO);

    /** Why a text is not an address. */
    public sealed interface Problem {
        record NotBase58(Base58.Problem cause) implements Problem {}

        /**
         * The text is base58 of another length.
         *
         * @param length how many bytes the text spells, instead of 32
         */
        record WrongLength(int length) implements Problem {}
    }

    /** Reads base58 text that spells exactly 32 bytes. */
    public static Either<Problem, Address> parse(String text) {
        return Base58.decode(text)
                .<Problem>mapLeft(Problem.NotBase58::new)
                .flatMap(bytes -> bytes.length == Bytes32.LENGTH
                        ? Either.right(new Address(Bytes32.spelled(bytes, text)))
                        : Either.left(new Problem.WrongLength(bytes.length)));
    }

    /**
     * The address that {@code text} spells. For what the program itself spells out: input is read by {@link #parse}.
     *
     * @throws IllegalArgumentException if it is no base58 text of 32 bytes
     */
    public static Address of(String text) {
        return parse(text).getOrElseThrow(problem -> new IllegalArgumentException(text + ": " + problem));
    }

    /** The 32 bytes of {@code source} from {@code offset}. */
    public static Address of(Bytes source, int offset) {
        return new Address(Bytes32.of(source, offset));
    }

    /** The 32 bytes of {@code source} from {@code offset}. */
    public static Address of(byte[] source, int offset) {
        return new Address(Bytes32.of(source, offset));
    }

    /**
     * All 32 bytes of {@code source}.
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

    // Spelt out because addresses are compared everywhere: what a record brings along asks a component of any type.
    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Address that && bytes.equals(that.bytes));
    }

    @Override
    public int hashCode() {
        return bytes.hashCode();
    }

    /** The base58 text. */
    @Override
    public String toString() {
        return bytes.toBase58();
    }
}
