package dev.mandate.domain.spending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

class SpendingValuesTest {

    @Test
    void aMonthIsThirtyDaysAndOneTimeIsNoPeriod() {
        assertEquals(Option.none(), Period.ONE_TIME.lengthSeconds());
        assertEquals(Option.some(86_400L), Period.DAY.lengthSeconds());
        assertEquals(Option.some(604_800L), Period.WEEK.lengthSeconds());
        assertEquals(Option.some(2_592_000L), Period.MONTH.lengthSeconds());
    }

    @Test
    void aLimitsSignersAreSortedWhenItStartsAndItsDestinationsStayAsTheyWereGiven() {
        Array<Address> given = Array.of(address(2), address(1));
        LimitTerms opened = SpendingLimit.open(terms(0, given), new UnixTime(0)).get().terms();
        assertEquals(Array.of(address(1), address(2)), opened.signers());
        assertEquals(given, opened.destinations());
        assertTrue(opened.grantTheSameAs(terms(0, given)));
    }

    @Test
    void aVaultIndexIsOneByte() {
        assertEquals(255, terms(255, Array.empty()).vaultIndex());
        assertThrows(IllegalArgumentException.class, () -> terms(256, Array.empty()).vaultIndex());
        assertThrows(IllegalArgumentException.class, () -> terms(-1, Array.empty()).vaultIndex());
    }

    @Test
    void whoIsThereThreeTimesIsNamedOnce() {
        assertEquals(
                Array.of(new LimitProblem.DuplicateSigner(address(1)), new LimitProblem.DuplicateSigner(address(2))),
                terms(0, Array.of(address(1), address(2), address(1), address(2), address(1)))
                        .problems());
    }

    @Test
    void aRefusalOfTermsNamesAProblem() {
        assertThrows(
                IllegalArgumentException.class, () -> new SpendingRefusal.BadTerms(Array.empty()).problems());
    }

    private static LimitTerms terms(int vault, Array<Address> people) {
        return LimitTerms.of(address(9), new Token.Sol(), BaseUnits.of(1), Period.DAY, people)
                .withVault(vault)
                .withDestinations(people);
    }

    private static Address address(int last) {
        byte[] bytes = new byte[32];
        bytes[31] = (byte) last;
        return Address.of(bytes);
    }
}
