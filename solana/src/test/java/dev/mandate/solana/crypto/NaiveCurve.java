package dev.mandate.solana.crypto;

import java.math.BigInteger;
import org.jspecify.annotations.NullMarked;

/** The textbook curve equation in big integers. It shares no code with the tested class. */
@NullMarked
final class NaiveCurve {

    static final BigInteger P = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));

    private NaiveCurve() {}

    static boolean contains(byte[] encoded) {
        BigInteger y = littleEndian(encoded).clearBit(255).mod(P);
        BigInteger d = BigInteger.valueOf(-121665)
                .multiply(BigInteger.valueOf(121666).modInverse(P))
                .mod(P);
        BigInteger ySquared = y.multiply(y).mod(P);
        BigInteger xSquared = ySquared.subtract(BigInteger.ONE)
                .multiply(d.multiply(ySquared).add(BigInteger.ONE).modInverse(P))
                .mod(P);
        return isSquare(xSquared);
    }

    static boolean isSquare(BigInteger value) {
        BigInteger half = P.subtract(BigInteger.ONE).shiftRight(1);
        BigInteger euler = value.modPow(half, P);
        return euler.signum() == 0 || euler.equals(BigInteger.ONE);
    }

    static BigInteger littleEndian(byte[] bytes) {
        return new BigInteger(1, reversed(bytes));
    }

    static byte[] littleEndian(BigInteger value) {
        byte[] bytes = new byte[32];
        for (int i = 0; i < 32; i++) {
            bytes[i] = value.shiftRight(8 * i).byteValue();
        }
        return bytes;
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }
}
