package dev.mandate.domain.money;

import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * An amount in a token's smallest unit, from 0 to 18,446,744,073,709,551,615 (an unsigned 64-bit number). SOL's smallest unit
 * is the lamport: 1 SOL is 1,000,000,000 lamports.
 *
 * <p>{@link #of} refuses negative numbers. Only {@link #ofUnsignedBits} reads 64 bits as unsigned. Otherwise a difference below
 * zero would become one of the largest amounts.
 */
public final class BaseUnits implements Comparable<BaseUnits> {

    public static final BaseUnits ZERO = new BaseUnits(0);
    public static final BaseUnits MAX = new BaseUnits(-1L);

    private final long bits;

    private BaseUnits(long bits) {
        this.bits = bits;
    }

    /** Why a text is not an amount. */
    public sealed interface Problem {
        /** The text is empty, has a leading zero, or has a character other than 0 to 9. */
        record NotADecimalNumber() implements Problem {}

        /** The number exceeds 18446744073709551615. */
        record TooLarge() implements Problem {}
    }

    /**
     * Returns a nonnegative amount.
     *
     * @throws IllegalArgumentException if {@code amount} is negative
     */
    public static BaseUnits of(long amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("negative amount " + amount);
        }
        return new BaseUnits(amount);
    }

    /**
     * Returns the amount of 64 unsigned bits, as on the chain's wire and in {@link #bits}: -1 is the greatest. Never use it for a
     * computed number.
     */
    public static BaseUnits ofUnsignedBits(long bits) {
        return new BaseUnits(bits);
    }

    /** Parses decimal digits, without sign, separator or leading zero. */
    public static Either<Problem, BaseUnits> parse(String text) {
        boolean digitsOnly = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!digitsOnly || (text.length() > 1 && text.charAt(0) == '0')) {
            return Either.left(new Problem.NotADecimalNumber());
        }
        if (text.length() > 20 || (text.length() == 20 && text.compareTo(Long.toUnsignedString(-1L)) > 0)) {
            return Either.left(new Problem.TooLarge());
        }
        return Either.right(new BaseUnits(Long.parseUnsignedLong(text)));
    }

    /** Returns the 64 bits of the amount; read them as unsigned. */
    public long bits() {
        return bits;
    }

    /** Returns the sum; none if it exceeds the range. */
    public Option<BaseUnits> plus(BaseUnits other) {
        long sum = bits + other.bits;
        return Long.compareUnsigned(sum, bits) < 0 ? Option.none() : Option.some(new BaseUnits(sum));
    }

    /** Returns the difference; none if it is below zero. */
    public Option<BaseUnits> minus(BaseUnits other) {
        return compareTo(other) < 0 ? Option.none() : Option.some(new BaseUnits(bits - other.bits));
    }

    public boolean isZero() {
        return bits == 0;
    }

    @Override
    public int compareTo(BaseUnits other) {
        return Long.compareUnsigned(bits, other.bits);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BaseUnits amount && bits == amount.bits;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(bits);
    }

    /** Returns the decimal digits. */
    @Override
    public String toString() {
        return Long.toUnsignedString(bits);
    }
}
