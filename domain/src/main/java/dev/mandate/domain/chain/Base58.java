package dev.mandate.domain.chain;

import io.vavr.control.Either;
import java.util.Arrays;

/** Base58 in Bitcoin's alphabet, as Solana writes addresses, blockhashes and signatures. */
public final class Base58 {

    private static final String ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    /** Far above every key and signature; keeps a hostile text from costing quadratic time. */
    private static final int MAX_TEXT_LENGTH = 128;

    private static final byte[] DIGITS = digits();

    private Base58() {}

    /** Why a text is not base58. */
    public sealed interface Problem {
        record Empty() implements Problem {}

        /**
         * Longer than any text that is read.
         *
         * @param limit the most characters that are read
         */
        record TooLong(int length, int limit) implements Problem {}

        /**
         * A character that is not in the alphabet.
         *
         * @param position zero-based
         */
        record ForeignCharacter(int position) implements Problem {}
    }

    public static String encode(byte[] bytes) {
        int zeros = 0;
        while (zeros < bytes.length && bytes[zeros] == 0) {
            zeros++;
        }
        // log(256) / log(58) is just below 1.38.
        byte[] digits = new byte[(bytes.length - zeros) * 138 / 100 + 1];
        int used = 0;
        for (int i = zeros; i < bytes.length; i++) {
            int carry = bytes[i] & 0xff;
            for (int j = 0; j < used || carry != 0; j++) {
                carry += j < used ? digits[j] << 8 : 0;
                digits[j] = (byte) (carry % 58);
                carry /= 58;
                used = Math.max(used, j + 1);
            }
        }
        StringBuilder text = new StringBuilder(zeros + used);
        text.repeat('1', zeros);
        for (int i = used - 1; i >= 0; i--) {
            text.append(ALPHABET.charAt(digits[i]));
        }
        return text.toString();
    }

    /** The bytes that {@code text} spells; every byte string has exactly one spelling. */
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
        byte[] reversed = new byte[text.length()];
        int used = 0;
        for (int i = zeros; i < text.length(); i++) {
            char character = text.charAt(i);
            int carry = character < DIGITS.length ? DIGITS[character] : -1;
            if (carry < 0) {
                return Either.left(new Problem.ForeignCharacter(i));
            }
            for (int j = 0; j < used || carry != 0; j++) {
                carry += j < used ? (reversed[j] & 0xff) * 58 : 0;
                reversed[j] = (byte) carry;
                carry >>>= 8;
                used = Math.max(used, j + 1);
            }
        }
        byte[] bytes = new byte[zeros + used];
        for (int i = 0; i < used; i++) {
            bytes[zeros + i] = reversed[used - 1 - i];
        }
        return Either.right(bytes);
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
