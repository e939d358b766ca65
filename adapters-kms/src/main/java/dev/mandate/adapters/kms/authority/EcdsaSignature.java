package dev.mandate.adapters.kms.authority;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * An ECDSA signature. Both numbers are at least 1 and below the curve's order.
 *
 * @param r the x coordinate of the nonce's point
 */
record EcdsaSignature(BigInteger r, BigInteger s) {

    /** Of numbers of 33 bytes: two of 256 bits with a sign. */
    private static final int MAX_LENGTH = 72;

    private static final int MIN_LENGTH = 8;

    /**
     * The signature in {@code der}, a sequence of two integers (RFC 3279, 2.2.3) in DER (X.690, 10). It is read leniently and encoded again:
     * bytes that differ from their only encoding are none.
     */
    static Option<EcdsaSignature> parse(Bytes der, BigInteger order) {
        if (der.length() < MIN_LENGTH || der.length() > MAX_LENGTH) {
            return Option.none();
        }
        byte[] bytes = der.toArray();
        int startOfS = 6 + bytes[3];
        if (bytes[3] < 1 || startOfS >= bytes.length) {
            return Option.none();
        }
        EcdsaSignature signature = new EcdsaSignature(
                new BigInteger(bytes, 4, bytes[3]), new BigInteger(bytes, startOfS, bytes.length - startOfS));
        return Option.when(
                isWithin(signature.r, order) && isWithin(signature.s, order) && Arrays.equals(signature.toDer(), bytes), signature);
    }

    private static boolean isWithin(BigInteger number, BigInteger order) {
        return number.signum() > 0 && number.compareTo(order) < 0;
    }

    /** Each length takes one byte, since it is below 128. */
    private byte[] toDer() {
        byte[] first = r.toByteArray();
        byte[] second = s.toByteArray();
        return ByteBuffer.allocate(6 + first.length + second.length)
                .put((byte) 0x30)
                .put((byte) (4 + first.length + second.length))
                .put((byte) 2)
                .put((byte) first.length)
                .put(first)
                .put((byte) 2)
                .put((byte) second.length)
                .put(second)
                .array();
    }
}
