package dev.mandate.domain.money;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BaseUnitsTest {

    private static final String LARGEST = "18446744073709551615";

    @ParameterizedTest
    @ValueSource(
            strings = {"0", "1", "10", "9223372036854775807", "9223372036854775808", "9999999999999999999", LARGEST})
    void anAmountIsReadFromItsDigitsAndWrittenBack(String digits) {
        assertEquals(digits, BaseUnits.parse(digits).get().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "+1", "1.0", "1e3", " 1", "1 ", "01", "00", "1_000", "0x1", "١", ":", "/"})
    void onlyPlainDigitsAreAnAmount(String text) {
        assertEquals(Either.left(new BaseUnits.Problem.NotADecimalNumber()), BaseUnits.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"18446744073709551616", "20000000000000000000", "100000000000000000000", "99999999999999999999999"})
    void amountsAbove64BitsAreTooLarge(String digits) {
        assertEquals(Either.left(new BaseUnits.Problem.TooLarge()), BaseUnits.parse(digits));
    }

    @Test
    void amountsAreOrderedAsUnsignedNumbers() {
        assertTrue(BaseUnits.of(Long.MAX_VALUE).compareTo(BaseUnits.MAX) < 0);
        assertTrue(BaseUnits.MAX.compareTo(BaseUnits.ZERO) > 0);
        assertEquals(0, BaseUnits.MAX.compareTo(BaseUnits.parse(LARGEST).get()));
    }

    @Test
    void aSumEndsAtTheLargestAmount() {
        assertEquals(Option.some(BaseUnits.of(5)), BaseUnits.of(2).plus(BaseUnits.of(3)));
        assertEquals(Option.some(BaseUnits.MAX), BaseUnits.MAX.plus(BaseUnits.ZERO));
        assertEquals(Option.none(), BaseUnits.MAX.plus(BaseUnits.of(1)));
        assertEquals(Option.none(), BaseUnits.MAX.plus(BaseUnits.MAX));
    }

    @Test
    void aDifferenceEndsAtZero() {
        assertEquals(Option.some(BaseUnits.of(1)), BaseUnits.of(3).minus(BaseUnits.of(2)));
        assertEquals(Option.some(BaseUnits.ZERO), BaseUnits.MAX.minus(BaseUnits.MAX));
        assertEquals(Option.none(), BaseUnits.of(2).minus(BaseUnits.of(3)));
        assertEquals(
                Option.some(BaseUnits.of(Long.MAX_VALUE)), BaseUnits.MAX.minus(BaseUnits.ofUnsignedBits(Long.MIN_VALUE)));
    }

    @Test
    void unsignedBitsAreSaidToBeSuch() {
        assertEquals(BaseUnits.MAX, BaseUnits.ofUnsignedBits(-1));
        assertEquals(BaseUnits.of(7).hashCode(), BaseUnits.ofUnsignedBits(7).hashCode());
        assertEquals(-1, BaseUnits.MAX.bits());
        assertEquals(0, BaseUnits.class.getConstructors().length, "a number could be taken without a word about its sign");
    }

    @Test
    void anAmountOfALongIsNotNegative() {
        assertTrue(BaseUnits.of(0).isZero());
        assertFalse(BaseUnits.of(1).isZero());
        assertThrows(IllegalArgumentException.class, () -> BaseUnits.of(-1).toString());
    }

    @Test
    void solIsTheTokenOfTheZeroAddress() {
        Address mint = Address.of("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
        assertEquals(new Token.Sol(), Token.ofMint(Address.ZERO));
        assertEquals(Address.ZERO, new Token.Sol().mintAddress());
        assertEquals(new Token.Mint(mint), Token.ofMint(mint));
        assertEquals(mint, Token.ofMint(mint).mintAddress());
        assertThrows(IllegalArgumentException.class, () -> new Token.Mint(Address.ZERO).mintAddress());
    }
}
