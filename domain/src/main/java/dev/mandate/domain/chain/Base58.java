package dev.mandate.domain.chain;

import io.vavr.control.Either;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Base58 in Bitcoin's alphabet, as Solana writes addresses, blockhashes and signatures. */
public final class Base58 {

    private static final String ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    /** Far above every key and signature. It prevents quadratic time for a hostile text. */
    private static final int MAX_TEXT_LENGTH = 128;

    /** The digits of one limb: as many as a multiplication by 32 bits leaves room for. */
    private static final int LIMB_DIGITS = 5;

    private static final long LIMB = 58L * 58 * 58 * 58 * 58;

    private static final byte[] DIGITS = digits();

    private Base58() {}

    /** Why a text is not base58. */
    public sealed interface Problem {
        record Empty() implements Problem {}

        /**
         * The text is longer than the limit.
         *
         * @param limit the greatest number of characters
         */
        record TooLong(int length, int limit) implements Problem {}

        /**
         * A character that is not in the alphabet.
         *
         * @param position zero-based
         */
        record ForeignCharacter(int position) implements Problem {}
    }

    /**
     * Encodes {@code bytes}. Works in limbs of five digits and takes four bytes at a time. Digit by digit it would dominate the
     * cost of many answers.
     */
    public static String encode(byte[] bytes) {
        int zeros = 0;
        while (zeros < bytes.length && bytes[zeros] == 0) {
            zeros++;
        }
        // A limb holds more than 29 bits.
        long[] limbs = new long[(bytes.length - zeros) * 8 / 29 + 1];
        int used = 0;
        int taken = zeros;
        for (int bits = (bytes.length - zeros) % 4 * 8; taken < bytes.length; bits = 32) {
            long carry = 0;
            for (int left = bits; left > 0; left -= 8) {
                carry = (carry << 8) | (bytes[taken++] & 0xff);
            }
            for (int j = 0; j < used || carry != 0; j++) {
                carry += j < used ? limbs[j] << bits : 0;
                limbs[j] = carry % LIMB;
                carry /= LIMB;
                used = Math.max(used, j + 1);
            }
        }
        return text(zeros, limbs, used);
    }

    private static String text(int zeros, long[] limbs, int used) {
        byte[] text = new byte[zeros + used * LIMB_DIGITS];
        Arrays.fill(text, 0, zeros, (byte) ALPHABET.charAt(0));
        int length = zeros;
        for (int i = used - 1; i >= 0; i--) {
            long limb = limbs[i];
            int digits = i == used - 1 ? digitsOf(limb) : LIMB_DIGITS;
            for (int j = length + digits - 1; j >= length; j--) {
                text[j] = (byte) ALPHABET.charAt((int) (limb % 58));
                limb /= 58;
            }
            length += digits;
        }
        return new String(text, 0, length, StandardCharsets.US_ASCII);
    }

    private static int digitsOf(long limb) {
        int digits = 0;
        for (long left = limb; left > 0; left /= 58) {
            digits++;
        }
        return digits;
    }

    /** Decodes {@code text}. Every byte string has exactly one encoding. */
    public static Either<Problem, byte[]> decode(String text) {
        if (text.isEmpty()) {
            return Either.left(new Problem.Empty());
        }
        if (text.length() > MAX_TEXT_LENGTH) {
            return Either.left(new Problem.TooLong(text.length(), MAX_TEXT_LENGTH));
        }
        int zeros = 0;
        while (zeros < text.length() && text.charAt(zeros) == '1') {
            zeros++;
        }
        // A digit holds less than six bits, and each limb four bytes.
        long[] limbs = new long[(text.length() - zeros) * 6 / 32 + 1];
        int used = 0;
        for (int i = zeros; i < text.length(); ) {
            long carry = 0;
            long factor = 1;
            for (int end = Math.min(i + LIMB_DIGITS, text.length()); i < end; i++) {
                char character = text.charAt(i);
                int digit = character < DIGITS.length ? DIGITS[character] : -1;
                if (digit < 0) {
                    return Either.left(new Problem.ForeignCharacter(i));
                }
                carry = carry * 58 + digit;
                factor *= 58;
            }
            for (int j = 0; j < used || carry != 0; j++) {
                carry += j < used ? limbs[j] * factor : 0;
                limbs[j] = carry & 0xffff_ffffL;
                carry >>>= 32;
                used = Math.max(used, j + 1);
            }
        }
        return Either.right(bytes(zeros, limbs, used));
    }

    private static byte[] bytes(int zeros, long[] limbs, int used) {
        int inFirst = used == 0 ? 0 : (Long.SIZE - Long.numberOfLeadingZeros(limbs[used - 1]) + 7) / 8;
        byte[] bytes = new byte[zeros + (used == 0 ? 0 : inFirst + (used - 1) * 4)];
        for (int i = bytes.length - 1, taken = 0; i >= zeros; i--, taken++) {
            bytes[i] = (byte) (limbs[taken / 4] >>> (taken % 4 * 8));
        }
        return bytes;
    }

    private static byte[] digits() {
        byte[] digits = new byte[128];
        Arrays.fill(digits, (byte) -1);
        for (int i = 0; i < ALPHABET.length(); i++) {
            digits[ALPHABET.charAt(i)] = (byte) i;
        }
        return digits;
    }
}
