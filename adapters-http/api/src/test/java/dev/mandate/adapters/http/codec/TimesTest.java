package dev.mandate.adapters.http.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimesTest {

    private static final long NOON = 1_795_176_000;

    @Test
    void aDateIsAWholeDay() {
        assertEquals(Option.some(new UnixTime(NOON - 43_200)), Times.first("2026-11-20"));
        assertEquals(Option.some(new UnixTime(NOON + 43_199)), Times.last("2026-11-20"));
    }

    @Test
    void aMomentIsASecondOrLiesBetweenTwo() {
        for (String noon : new String[] {
            "2026-11-20T12:00:00Z", "2026-11-20t12:00:00z", "2026-11-20T12:00:00.000Z", "2026-11-20T13:30:00+01:30",
            "2026-11-20T00:00:00-12:00"
        }) {
            assertEquals(Option.some(new UnixTime(NOON)), Times.first(noon), noon);
            assertEquals(Option.some(new UnixTime(NOON)), Times.last(noon), noon);
        }
        assertEquals(Option.some(new UnixTime(NOON + 1)), Times.first("2026-11-20T12:00:00.5Z"));
        assertEquals(Option.some(new UnixTime(NOON)), Times.last("2026-11-20T12:00:00.5Z"));
        assertEquals(Option.some(new UnixTime(-1)), Times.last("1969-12-31T23:59:59.5Z"));
        assertEquals(Option.some(new UnixTime(0)), Times.first("1969-12-31T23:59:59.5Z"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "x", "2026", "2026-11", "2026-13-01", "2026-02-30", "2026-11-20T", "2026-11-20T12:00:00",
                "2026-11-20T12:00Z", "2026-11-20T25:00:00Z", "2026-11-20T12:00:60Z", "2026-11-20 12:00:00Z",
                "2026-11-20T12:00:00+25:00", "+12026-11-20", "-2026-11-20", "1795176000", "2026-11-20Z", " 2026-11-20"
            })
    void otherTextsAreNoTime(String text) {
        assertEquals(Option.none(), Times.first(text));
        assertEquals(Option.none(), Times.last(text));
    }
}
