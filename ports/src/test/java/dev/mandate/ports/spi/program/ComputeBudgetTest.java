package dev.mandate.ports.spi.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.ports.spi.chain.Simulation;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComputeBudgetTest {

    private static ComputeBudget limits(long units, Option<Long> loaded) {
        return ComputeBudget.fitting(new Simulation(Option.none(), units, loaded, Array.empty()));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2000",
        "101, 2122",
        "50000, 62000",
        "1165000, 1400000",
        "1165001, 1400000",
        "1400000, 1400000",
        "9223372036854775807, 1400000"
    })
    void allowAFifthAnd2000UnitsMoreThanWereUsed(long used, int limit) {
        assertEquals(limit, limits(used, Option.none()).unitLimit().get());
    }

    /** A page has 32,768 bytes. */
    @ParameterizedTest
    @CsvSource({
        "0, 32768",
        "29787, 32768",
        "29789, 65536",
        "1470000, 1638400",
        "67108863, 67108864",
        "67108864, 67108864",
        "9223372036854775807, 67108864"
    })
    void allowATenthMoreDataThanWasLoadedInWholePages(long loaded, int limit) {
        assertEquals(Option.some((long) limit), limits(0, Option.some(loaded)).loadedBytesLimit());
    }

    @Test
    void limitNoDataWhereTheNodeDoesNotTell() {
        assertEquals(Option.none(), limits(1_000, Option.none()).loadedBytesLimit());
    }
}
