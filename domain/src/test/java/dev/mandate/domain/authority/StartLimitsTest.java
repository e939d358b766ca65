package dev.mandate.domain.authority;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** An address gets five codes in an hour and twenty in a day, and the next one as soon as the oldest no longer counts. */
class StartLimitsTest {

    private static final EmailIdentityRules RULES = new EmailIdentityRules();
    private static final UnixTime FIRST = new UnixTime(1_000_000);

    @Test
    void theSixthCodeIsSentAnHourAfterTheFirst() {
        Option<EmailIdentity> five = started(Array.rangeBy(0L, 500L, 100L));
        UnixTime again = FIRST.plusSeconds(3_600);

        assertEquals(Either.left(new IdentityRefusal.TooManyStarts(5, 3_600, again)), start(five, again.plusSeconds(-1)));
        assertEquals(1, start(five, again).get().size());
    }

    @Test
    void theTwentyFirstCodeIsSentADayAfterTheFirst() {
        Option<EmailIdentity> twenty = started(Array.range(0, 20).map(number -> number * 1_000L));
        UnixTime again = FIRST.plusSeconds(86_400);

        assertEquals(Either.left(new IdentityRefusal.TooManyStarts(20, 86_400, again)), start(twenty, again.plusSeconds(-1)));
        assertEquals(1, start(twenty, again).get().size());
    }

    private static Option<EmailIdentity> started(Seq<Long> seconds) {
        return seconds.foldLeft(
                RULES.initial(), (state, second) -> RULES.fold(state, start(state, FIRST.plusSeconds(second)).get()));
    }

    private static Either<IdentityRefusal, Seq<IdentityEvent>> start(Option<EmailIdentity> state, UnixTime now) {
        ChallengeId id = new ChallengeId("otp_" + "%032x".formatted(now.seconds()));
        return RULES.decide(
                state,
                new IdentityCommand.Start(
                        new EmailAddress("ann@example.com"), id, IdentityCommand.Purpose.REGISTER, Option.none(), new SessionEnd.Default()),
                now);
    }
}
