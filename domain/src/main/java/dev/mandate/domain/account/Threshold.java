package dev.mandate.domain.account;

import io.vavr.control.Either;

/**
 * The number of approvals that make a transaction approved. 0 can be represented, because the chain lets it be proposed; no governable
 * roster contains it.
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

    /** The threshold of a number from outside, or why it is out of range. The roster is checked later. */
    public static Either<OutOfRange, Threshold> parse(long value) {
        return value < 0 || value > MOST
                ? Either.left(new OutOfRange(value, 0, MOST))
                : Either.right(new Threshold((int) value));
    }
}
