package dev.mandate.solana.crypto;

import io.vavr.control.Option;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.NullMarked;

/**
 * Textbook Ed25519 (RFC 8032, section 5.1) in big integers. It verifies like {@code verify_strict} of ed25519-dalek. It can
 * also sign with points that have a component of small order.
 */
@NullMarked
final class NaiveEd25519 {

    static final BigInteger ORDER =
            BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));

    private static final BigInteger P = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));
    private static final BigInteger D =
            BigInteger.valueOf(-121665).multiply(BigInteger.valueOf(121666).modInverse(P)).mod(P);
    private static final BigInteger ROOT_OF_MINUS_ONE = BigInteger.TWO.modPow(P.subtract(BigInteger.ONE).shiftRight(2), P);
    private static final BigInteger EIGHT = BigInteger.valueOf(8);

    static final Point NEUTRAL = new Point(BigInteger.ZERO, BigInteger.ONE);
    static final Point BASE = decode(bytes(BigInteger.valueOf(4).multiply(BigInteger.valueOf(5).modInverse(P)).mod(P)))
            .get();

    private NaiveEd25519() {}

    /** A point of the curve, with reduced coordinates. */
    record Point(BigInteger x, BigInteger y) {

        Point plus(Point other) {
            BigInteger product = D.multiply(x).multiply(other.x).multiply(y).multiply(other.y).mod(P);
            BigInteger sumX = x.multiply(other.y).add(y.multiply(other.x));
            BigInteger sumY = y.multiply(other.y).add(x.multiply(other.x));
            return new Point(
                    sumX.multiply(BigInteger.ONE.add(product).modInverse(P)).mod(P),
                    sumY.multiply(BigInteger.ONE.subtract(product).modInverse(P)).mod(P));
        }

        Point times(BigInteger factor) {
            Point sum = NEUTRAL;
            for (int bit = factor.bitLength() - 1; bit >= 0; bit--) {
                sum = sum.plus(sum);
                sum = factor.testBit(bit) ? sum.plus(this) : sum;
            }
            return sum;
        }

        boolean isOfSmallOrder() {
            return times(EIGHT).equals(NEUTRAL);
        }

        byte[] encoded() {
            byte[] encoded = bytes(y);
            encoded[31] |= (byte) (x.testBit(0) ? 0x80 : 0);
            return encoded;
        }
    }

    /** Returns a point of order eight. Its multiples are all points of small order. */
    static Point eighth() {
        BigInteger y = BigInteger.TWO;
        while (true) {
            Option<Point> point = decode(bytes(y)).map(found -> found.times(ORDER));
            if (point.exists(found -> !found.times(BigInteger.valueOf(4)).equals(NEUTRAL))) {
                return point.get();
            }
            y = y.add(BigInteger.ONE);
        }
    }

    /** Signs with {@code secret}. The key has the component {@code torsion}, the nonce point the component {@code nonceTorsion}. */
    static byte[] sign(BigInteger secret, Point torsion, BigInteger nonce, Point nonceTorsion, byte[] message) {
        byte[] signature = Arrays.copyOf(BASE.times(nonce).plus(nonceTorsion).encoded(), 64);
        BigInteger challenge = challenge(signature, key(secret, torsion), message);
        System.arraycopy(bytes(nonce.add(challenge.multiply(secret)).mod(ORDER)), 0, signature, 32, 32);
        return signature;
    }

    static byte[] key(BigInteger secret, Point torsion) {
        return BASE.times(secret).plus(torsion).encoded();
    }

    /** Returns whether validators accept the signature. */
    static boolean verifiesStrictly(byte[] signature, byte[] key, byte[] message) {
        BigInteger s = number(Arrays.copyOfRange(signature, 32, 64));
        byte[] r = Arrays.copyOf(signature, 32);
        Option<Point> keyPoint = decode(key).filter(point -> !point.isOfSmallOrder());
        Option<Point> noncePoint = decode(r).filter(point -> !point.isOfSmallOrder());
        if (s.compareTo(ORDER) >= 0 || keyPoint.isEmpty() || noncePoint.isEmpty()) {
            return false;
        }
        BigInteger challenge = challenge(signature, key, message);
        Point recovered = BASE.times(s).plus(keyPoint.get().times(challenge.negate().mod(ORDER.multiply(EIGHT))));
        return Arrays.equals(recovered.encoded(), r);
    }

    /** Decompresses like curve25519-dalek: y modulo p, and any sign if x is 0. */
    static Option<Point> decode(byte[] encoded) {
        BigInteger y = number(encoded).clearBit(255).mod(P);
        BigInteger square = y.multiply(y).mod(P);
        BigInteger xSquare = square.subtract(BigInteger.ONE)
                .multiply(D.multiply(square).add(BigInteger.ONE).modInverse(P))
                .mod(P);
        BigInteger root = xSquare.modPow(P.add(BigInteger.valueOf(3)).shiftRight(3), P);
        BigInteger x = root.multiply(root).mod(P).equals(xSquare) ? root : root.multiply(ROOT_OF_MINUS_ONE).mod(P);
        if (!x.multiply(x).mod(P).equals(xSquare)) {
            return Option.none();
        }
        boolean odd = (encoded[31] & 0x80) != 0;
        return Option.some(new Point(x.testBit(0) == odd ? x : P.subtract(x).mod(P), y));
    }

    static BigInteger challenge(byte[] signature, byte[] key, byte[] message) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-512");
            digest.update(signature, 0, 32);
            digest.update(key);
            return number(digest.digest(message)).mod(ORDER);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static BigInteger number(byte[] littleEndian) {
        BigInteger value = BigInteger.ZERO;
        for (int i = littleEndian.length - 1; i >= 0; i--) {
            value = value.shiftLeft(8).or(BigInteger.valueOf(Byte.toUnsignedInt(littleEndian[i])));
        }
        return value;
    }

    static byte[] bytes(BigInteger value) {
        byte[] bytes = new byte[32];
        for (int i = 0; i < 32; i++) {
            bytes[i] = value.shiftRight(8 * i).byteValue();
        }
        return bytes;
    }
}
