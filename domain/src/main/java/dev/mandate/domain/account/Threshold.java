package dev.mandate.domain.account;

/**
 * How many distinct approvals make a transaction approved. 0 can be written down, because the chain lets it be proposed; no
 * governable roster holds it.
 *
 * @param value 0 to 65,535
 */
public record Threshold(int value) {

    public Threshold {
        if (value < 0 || value > 0xffff) {
            throw new IllegalArgumentException("a threshold is 16 bits, not " + value);
        }
    }
}
