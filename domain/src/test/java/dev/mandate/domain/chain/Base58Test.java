package dev.mandate.domain.chain;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vavr.control.Either;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Base58Test {

    private static final String DIGITS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

    /** The vectors of draft-msporny-base58, and the special cases of zeros. */
    @ParameterizedTest
    @CsvSource({
        "48656c6c6f20576f726c6421, 2NEpo7TZRRrLZSi2U",
        "54686520717569636b2062726f776e20666f78206a756d7073206f76657220746865206c617a7920646f672e,"
                + " USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z",
        "0000287fb4cd, 11233QC4",
        "00, 1",
        "0000, 11",
        "39, z",
        "3a, 21",
        "ff, 5Q",
    })
    void bytesAndTextSpellTheSame(String hex, String text) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertEquals(text, Base58.encode(bytes));
        assertArrayEquals(bytes, Base58.decode(text).get());
    }

    @Test
    void everyByteStringComesBackFromItsText() {
        Random random = new Random(58);
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes = new byte[1 + random.nextInt(64)];
            random.nextBytes(bytes);
            for (int zeros = random.nextInt(4); zeros > 0; zeros--) {
                bytes[(zeros - 1) % bytes.length] = 0;
            }
            assertArrayEquals(bytes, Base58.decode(Base58.encode(bytes)).get());
        }
    }

    @Test
    void aTextIsItsNumberInDigitsTo58() {
        Random random = new Random(85);
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes = new byte[1 + random.nextInt(80)];
            random.nextBytes(bytes);
            bytes[0] |= 1;
            StringBuilder digits = new StringBuilder();
            for (BigInteger rest = new BigInteger(1, bytes); rest.signum() > 0; rest = rest.divide(BigInteger.valueOf(58))) {
                digits.append(DIGITS.charAt(rest.mod(BigInteger.valueOf(58)).intValue()));
            }
            assertEquals(digits.reverse().toString(), Base58.encode(bytes));
        }
    }

    @Test
    void noBytesAreNoTextWhichIsNotRead() {
        assertEquals("", Base58.encode(new byte[0]));
        assertEquals(Either.left(new Base58.Problem.Empty()), Base58.decode(""));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "O, 0", "I, 0", "l, 0", "11l, 2", "2+, 1", "2/, 1", "2é, 1", "2', 1", "2\u0080, 1", "2\uffff, 1"})
    void aForeignCharacterIsNamedByItsPosition(String text, int position) {
        assertEquals(Either.left(new Base58.Problem.ForeignCharacter(position)), Base58.decode(text));
    }

    @Test
    void aTextIsReadUpTo128Characters() {
        assertEquals(128, Base58.decode("1".repeat(128)).get().length);
        assertEquals(Either.left(new Base58.Problem.TooLong(129, 128)), Base58.decode("1".repeat(129)));
    }
}
