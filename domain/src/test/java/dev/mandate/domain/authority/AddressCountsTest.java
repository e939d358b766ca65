package dev.mandate.domain.authority;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.authority.AddressCounts.Event;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import org.junit.jupiter.api.Test;

/** An address gets five codes in an hour and twenty in a day, and sixty wrong ones in a day. The next one as soon as the oldest no longer counts. */
class AddressCountsTest {

    private static final UnixTime FIRST = new UnixTime(1_000_000);

    @Test
    void theSixthCodeIsSentAnHourAfterTheFirst() {
        AddressCounts five = started(Array.rangeBy(0L, 500L, 100L));
        UnixTime again = FIRST.plusSeconds(3_600);

        assertEquals(Either.left(new IdentityRefusal.TooManyStarts(5, 3_600, again)), five.start(again.plusSeconds(-1)));
        assertEquals(Either.right(new Event.Started(again)), five.start(again));
    }

    @Test
    void theTwentyFirstCodeIsSentADayAfterTheFirst() {
        AddressCounts twenty = started(Array.range(0, 20).map(number -> number * 1_000L));
        UnixTime again = FIRST.plusSeconds(86_400);

        assertEquals(Either.left(new IdentityRefusal.TooManyStarts(20, 86_400, again)), twenty.start(again.plusSeconds(-1)));
        assertEquals(Either.right(new Event.Started(again)), twenty.start(again));
    }

    @Test
    void theSixtyFirstWrongCodeIsJudgedADayAfterTheFirst() {
        AddressCounts sixty = Array.range(0, 60)
                .foldLeft(AddressCounts.NONE, (counts, number) -> counts.after(counts.wrongCode(FIRST.plusSeconds(number)).get()));
        UnixTime again = FIRST.plusSeconds(86_400);

        assertEquals(Either.left(new IdentityRefusal.TooManyWrongCodes(60, 86_400, again)), sixty.wrongCode(again.plusSeconds(-1)));
        assertEquals(Either.right(new Event.CodeRejected(again)), sixty.wrongCode(again));
        assertEquals(Either.right(new Event.Started(FIRST)), sixty.start(FIRST));
    }

    private static AddressCounts started(Array<Long> seconds) {
        return seconds.foldLeft(AddressCounts.NONE, (counts, second) -> counts.after(counts.start(FIRST.plusSeconds(second)).get()));
    }
}
