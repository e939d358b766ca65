package dev.mandate.adapters.http.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.money.BaseUnits;
import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class DecimalProperties {

    /** For all 64-bit amounts and all numbers of decimals that a mint may have. */
    @Property
    void saysTheAmountAndNoZeroTooMany(@ForAll long bits, @ForAll @IntRange(max = 255) int decimals) {
        String spelled = WireObjects.decimal(BaseUnits.ofUnsignedBits(bits), decimals);

        assertTrue(spelled.matches("(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?"), spelled);
        assertEquals(
                new BigInteger(Long.toUnsignedString(bits)),
                new BigDecimal(spelled).scaleByPowerOfTen(decimals).toBigIntegerExact());
    }

    @Example
    void decimalsHaveNoTrailingZeros() {
        assertEquals("0", WireObjects.decimal(BaseUnits.ZERO, 9));
        assertEquals("0", WireObjects.decimal(BaseUnits.ZERO, 0));
        assertEquals("1", WireObjects.decimal(BaseUnits.of(1_000_000_000), 9));
        assertEquals("0.0058116", WireObjects.decimal(BaseUnits.of(5_811_600), 9));
        assertEquals("1200", WireObjects.decimal(BaseUnits.of(1_200), 0));
        assertEquals("18446744073.709551615", WireObjects.decimal(BaseUnits.ofUnsignedBits(-1), 9));
    }
}
