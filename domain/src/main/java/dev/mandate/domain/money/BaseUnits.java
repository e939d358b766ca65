package dev.mandate.domain.money;

import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * An amount in a token's smallest unit, from 0 to 18,446,744,073,709,551,615 (an unsigned 64-bit number). SOL's smallest
 * unit is the lamport: 1 SOL is 1,000,000,000 lamports.
 *
 * <p>Numbers are taken by {@link #of}, which refuses negative ones. That 64 bits are unsigned is said by name ({@link #ofUnsignedBits}):
 * a difference that fell below zero would else be the largest of all amounts.
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
        /** Anything but the digits 0 to 9, or a leading zero, or nothing at all. */
        record NotADecimalNumber() implements Problem {}

        /** Above 18446744073709551615. */
        record TooLarge() implements Problem {}
    }

    /**
     * An amount that is not negative.
     *
     * @throws IllegalArgumentException if it is
     */
    public static BaseUnits of(long amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("negative amount " + amount);
        }
        return new BaseUnits(amount);
    }

    /** The amount of 64 unsigned bits, as the chain's wire and {@link #bits} spell it: -1 is the largest. Never for what was computed. */
    public static BaseUnits ofUnsignedBits(long bits) {
        return new BaseUnits(bits);
    }

    /** Reads decimal digits, without sign, separator or leading zero. */
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

    /** The 64 bits of the amount, to be read as unsigned. */
    public long bits() {
        return bits;
    }

    /** The sum, or none above the range. */
    public Option<BaseUnits> plus(BaseUnits other) {
        long sum = bits + other.bits;
        return Long.compareUnsigned(sum, bits) < 0 ? Option.none() : Option.some(new BaseUnits(sum));
    }

    /** The difference, or none below zero. */
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

    /** Decimal digits. */
    @Override
    public String toString() {
        return Long.toUnsignedString(bits);
    }
}
