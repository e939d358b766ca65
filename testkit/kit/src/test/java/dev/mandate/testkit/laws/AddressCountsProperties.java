package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.authority.AddressCounts;
import dev.mandate.domain.authority.AddressCounts.Event;
import dev.mandate.domain.authority.IdentityRefusal;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The limits of an e-mail address hold in every window, wherever it begins, and refuse nothing below them. */
class AddressCountsProperties {

    private static final UnixTime FIRST = new UnixTime(1_764_547_200);

    private enum Kind {
        START,
        WRONG_CODE
    }

    /** An attempt that comes some seconds after the one before. */
    record Attempt(Kind kind, long secondsLater) {}

    /** An attempt, and what was counted at its time: all attempts of its kind that were let through before. */
    private record Outcome(Kind kind, UnixTime at, Array<UnixTime> before, Either<IdentityRefusal, Event> decided) {

        int within(long seconds) {
            return before.count(time -> at.isBefore(time.plusSeconds(seconds)));
        }
    }

    private static Array<Outcome> play(List<Attempt> attempts) {
        AddressCounts counts = AddressCounts.NONE;
        UnixTime now = FIRST;
        Array<Outcome> played = Array.empty();
        for (Attempt attempt : attempts) {
            now = now.plusSeconds(attempt.secondsLater());
            Either<IdentityRefusal, Event> decided = attempt.kind() == Kind.START ? counts.start(now) : counts.wrongCode(now);
            played = played.append(new Outcome(
                    attempt.kind(),
                    now,
                    played.filter(other -> other.kind() == attempt.kind() && other.decided().isRight()).map(Outcome::at),
                    decided));
            counts = decided.map(counts::after).getOrElse(counts);
        }
        return played;
    }

    @Property
    void anAddressStartsFiveChallengesAnHourAndTwentyADay(@ForAll("attempts") List<Attempt> attempts) {
        play(attempts).filter(outcome -> outcome.kind() == Kind.START).forEach(outcome -> assertEquals(
                outcome.within(3_600) < 5 && outcome.within(86_400) < 20, outcome.decided().isRight(), outcome::toString));
    }

    @Property
    void anAddressTakesSixtyWrongCodesADay(@ForAll("attempts") List<Attempt> attempts) {
        play(attempts).filter(outcome -> outcome.kind() == Kind.WRONG_CODE).forEach(outcome -> assertEquals(
                outcome.within(86_400) < 60, outcome.decided().isRight(), outcome::toString));
    }

    /** So a client that waits as long as it is told is not refused again. */
    @Property
    void aRefusalTellsTheFirstSecondAtWhichTheNextOneIsTaken(@ForAll("attempts") List<Attempt> attempts) {
        AddressCounts counts = AddressCounts.NONE;
        for (Outcome outcome : play(attempts)) {
            if (outcome.decided().isRight()) {
                counts = counts.after(outcome.decided().get());
                continue;
            }
            UnixTime free = switch (outcome.decided().getLeft()) {
                case IdentityRefusal.TooManyStarts(int limit, long seconds, UnixTime freeAgainAt) -> freeAgainAt;
                case IdentityRefusal.TooManyWrongCodes(int limit, long seconds, UnixTime freeAgainAt) -> freeAgainAt;
                default -> throw new AssertionError(outcome);
            };
            UnixTime before = free.plusSeconds(-1);
            AddressCounts full = counts;
            assertTrue(outcome.at().isBefore(free), outcome::toString);
            assertTrue((outcome.kind() == Kind.START ? full.start(before) : full.wrongCode(before)).isLeft(), outcome::toString);
            // The window of a day may be full as well.
            assertTrue(
                    outcome.kind() == Kind.START ? full.start(free).isRight() || outcome.within(86_400) >= 20 : full.wrongCode(free).isRight(),
                    outcome::toString);
        }
    }

    @Provide
    Arbitrary<List<Attempt>> attempts() {
        Arbitrary<Attempt> attempt = Combinators.combine(
                        Arbitraries.frequency(
                                net.jqwik.api.Tuple.of(1, Kind.START), net.jqwik.api.Tuple.of(2, Kind.WRONG_CODE)),
                        Arbitraries.frequency(
                                net.jqwik.api.Tuple.of(24, 0L),
                                net.jqwik.api.Tuple.of(12, 60L),
                                net.jqwik.api.Tuple.of(2, 1_199L),
                                net.jqwik.api.Tuple.of(1, 3_600L),
                                net.jqwik.api.Tuple.of(1, 20_000L)))
                .as(Attempt::new);
        return attempt.list().ofMaxSize(250);
    }
}
