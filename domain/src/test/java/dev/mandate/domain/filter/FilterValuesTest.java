package dev.mandate.domain.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

class FilterValuesTest {

    @Test
    void anIdHasUpTo64PlainCharacters() {
        for (String good : Array.of("a", "Az09._-", "x".repeat(64))) {
            assertEquals(good, FilterId.parse(good).get().toString());
        }
        for (String bad : Array.of("", "a b", "ä", "x".repeat(65))) {
            assertEquals(Option.none(), FilterId.parse(bad));
            assertThrows(IllegalArgumentException.class, () -> new FilterId(bad).text());
        }
    }

    @Test
    void aReasonNamesItsRuleAndSaysWhy() {
        assertEquals("limit", new PolicyReason("limit", "too much").rule());
        assertThrows(IllegalArgumentException.class, () -> new PolicyReason(" ", "too much").rule());
        assertThrows(IllegalArgumentException.class, () -> new PolicyReason("limit", " ").rule());
    }
}
