package dev.mandate.domain.account;

import io.vavr.control.Either;

/**
 * How many distinct approvals make a transaction approved. 0 can be written down, because the chain lets it be proposed; no
 * governable roster holds it.
 *
 * @param value 0 to 65,535
 */
public record Threshold(int value) {

    private static final int MOST = 0xffff;

    public Threshold {
        if (value < 0 || value > MOST) {
            throw new IllegalArgumentException("a threshold is 16 bits, not " + value);
        }
    }

    /** A threshold of a number from outside, or why it is none. Whether a roster can be governed with it is asked later. */
    public static Either<OutOfRange, Threshold> parse(long value) {
        return value < 0 || value > MOST
                ? Either.left(new OutOfRange(value, 0, MOST))
                : Either.right(new Threshold((int) value));
    }
}
