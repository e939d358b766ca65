package dev.mandate.ports.program;

import dev.mandate.domain.money.BaseUnits;
import java.math.BigInteger;

/**
 * A transaction's compute unit limit and its priority fee per unit.
 *
 * @param unitLimit compute units, 1 to 1,400,000
 * @param microLamportsPerUnit the price, unsigned 64 bits; 0 for no priority
 */
public record ComputeBudget(int unitLimit, BaseUnits microLamportsPerUnit) {

    public static final int MAX_UNITS = 1_400_000;

    public ComputeBudget {
        if (unitLimit < 1 || unitLimit > MAX_UNITS) {
            throw new IllegalArgumentException("compute units from 1 to " + MAX_UNITS + ", not " + unitLimit);
        }
    }

    /** Limit × price in lamports, rounded up; at most the largest amount. */
    public BaseUnits priorityFee() {
        return priorityFee(BigInteger.valueOf(unitLimit), new BigInteger(microLamportsPerUnit.toString()));
    }

    /** The same of any limit and price. */
    public static BaseUnits priorityFee(BigInteger unitLimit, BigInteger microLamportsPerUnit) {
        BigInteger lamports = microLamportsPerUnit
                .multiply(unitLimit)
                .add(BigInteger.valueOf(999_999))
                .divide(BigInteger.valueOf(1_000_000));
        return lamports.bitLength() > 64 ? BaseUnits.MAX : BaseUnits.ofUnsignedBits(lamports.longValue());
    }
}
