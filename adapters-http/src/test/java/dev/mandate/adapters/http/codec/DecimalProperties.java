package dev.mandate.adapters.http.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.money.BaseUnits;
import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class DecimalProperties {

    /** A well-kept type is the judge, for every 64 bits and as many decimals as a mint may have. */
    @Property
    void spellsWhatBigDecimalSpells(@ForAll long bits, @ForAll @IntRange(max = 255) int decimals) {
        BaseUnits amount = new BaseUnits(bits);
        BigDecimal whole = new BigDecimal(new BigInteger(Long.toUnsignedString(bits)), decimals);

        assertEquals(whole.stripTrailingZeros().toPlainString(), WireObjects.decimal(amount, decimals));
    }

    @Example
    void spellsWhatPeopleWouldWrite() {
        assertEquals("0", WireObjects.decimal(BaseUnits.ZERO, 9));
        assertEquals("0", WireObjects.decimal(BaseUnits.ZERO, 0));
        assertEquals("1", WireObjects.decimal(BaseUnits.of(1_000_000_000), 9));
        assertEquals("0.0058116", WireObjects.decimal(BaseUnits.of(5_811_600), 9));
        assertEquals("1200", WireObjects.decimal(BaseUnits.of(1_200), 0));
        assertEquals("18446744073.709551615", WireObjects.decimal(new BaseUnits(-1), 9));
    }
}
