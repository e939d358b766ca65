package dev.mandate.client;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;

/** Base58 in Bitcoin's alphabet, whose last four bytes are the first of the double SHA-256 of the others. */
final class Base58Check {

    private static final String ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    private static final BigInteger BASE = BigInteger.valueOf(58);
    private static final int CHECKSUM_BYTES = 4;

    /** Above every credential bundle. It prevents quadratic time for a long text. */
    private static final int MAX_LENGTH = 256;

    private Base58Check() {}

    /**
     * The bytes that {@code text} spells, without the checksum.
     *
     * @throws GeneralSecurityException if it spells none, or their first byte is zero or above 127, which no compressed point begins with
     */
    static byte[] decode(String text) throws GeneralSecurityException {
        BigInteger number = BigInteger.ZERO;
        for (int i = 0; i < text.length(); i++) {
            int digit = ALPHABET.indexOf(text.charAt(i));
            if (digit < 0 || text.length() > MAX_LENGTH || text.charAt(0) == '1') {
                throw new GeneralSecurityException("not base58 of a bundle");
            }
            number = number.multiply(BASE).add(BigInteger.valueOf(digit));
        }
        byte[] bytes = number.toByteArray();
        byte[] content = Arrays.copyOf(bytes, Math.max(0, bytes.length - CHECKSUM_BYTES));
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        byte[] checksum = Arrays.copyOf(sha256.digest(sha256.digest(content)), CHECKSUM_BYTES);
        if (!Arrays.equals(checksum, 0, CHECKSUM_BYTES, bytes, content.length, bytes.length)) {
            throw new GeneralSecurityException("the checksum is wrong");
        }
        return content;
    }
}
