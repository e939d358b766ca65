package dev.mandate.engine.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import java.time.Duration;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RetryPolicyProperties {

    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(600));
    private static final DeliveryFailure BUSY = new DeliveryFailure.Transient("too busy");

    @Property
    void temporaryFailuresAreRetriedWithinTheWindowUntilTriesEnd(
            @ForAll @IntRange(min = 1, max = 50) int maxAttempts,
            @ForAll @IntRange(min = 1, max = 60) int attempt,
            @ForAll long draw) {
        Verdict verdict = new RetryPolicy(maxAttempts, BACKOFF).after(attempt, BUSY, NOW, draw);
        assertEquals("too busy", verdict.reason());
        switch (verdict) {
            case Verdict.Again(UnixTime at, String reason) -> {
                assertTrue(attempt < maxAttempts);
                long seconds = at.secondsSince(NOW);
                assertTrue(seconds >= 0 && seconds <= BACKOFF.window(attempt).toSeconds(), at::toString);
            }
            case Verdict.Dead dead -> assertTrue(attempt >= maxAttempts);
        }
    }

    @Property
    void afterManyTriesAnotherBackoffBeginsAnew(
            @ForAll @IntRange(min = 1, max = 40) int quick,
            @ForAll @IntRange(min = 1, max = 100) int attempt,
            @ForAll long draw) {
        Backoff slower = new Backoff(Duration.ofSeconds(700), Duration.ofSeconds(7_000));
        RetryPolicy plain = new RetryPolicy(200, BACKOFF);
        Verdict verdict = plain.slowingDown(quick, slower).after(attempt, BUSY, NOW, draw);
        assertEquals(
                attempt <= quick
                        ? plain.after(attempt, BUSY, NOW, draw)
                        : new RetryPolicy(200, slower).after(attempt - quick, BUSY, NOW, draw),
                verdict);
    }

    @Property
    void howeverLongTheVaultIsAwayThePauseIsThatAfterTheFirstTry(
            @ForAll @IntRange(min = 1, max = 50) int maxAttempts, @ForAll @IntRange(min = 1, max = 1_000) int attempt, @ForAll long draw) {
        RetryPolicy policy = new RetryPolicy(maxAttempts, BACKOFF).slowingDown(1, new Backoff(Duration.ofSeconds(700), Duration.ofSeconds(7_000)));
        Verdict verdict = policy.after(attempt, new DeliveryFailure.Waiting("the vault is away"), NOW, draw);

        assertEquals("the vault is away", verdict.reason());
        assertTrue(verdict instanceof Verdict.Again(UnixTime at, String reason) && at.secondsSince(NOW) <= BACKOFF.window(1).toSeconds(), verdict::toString);
    }

    @Property
    void permanentFailuresAreNeverRetried(
            @ForAll @IntRange(min = 1, max = 50) int maxAttempts,
            @ForAll @IntRange(min = 1, max = 60) int attempt,
            @ForAll long draw) {
        assertEquals(
                new Verdict.Dead("550 no such user"),
                new RetryPolicy(maxAttempts, BACKOFF)
                        .after(attempt, new DeliveryFailure.Permanent("550 no such user"), NOW, draw));
    }

    @Property
    void aMessageIsGivenUpOnUntriedOnlyWhenAllItsTriesWereBegun(
            @ForAll @IntRange(min = 1, max = 50) int maxAttempts, @ForAll @IntRange(min = 1, max = 60) int attempt) {
        assertEquals(
                attempt > maxAttempts,
                new RetryPolicy(maxAttempts, BACKOFF).exhausted(attempt).isDefined());
    }

    @Property
    void theSameQuestionHasTheSameAnswer(@ForAll @IntRange(min = 1, max = 20) int attempt, @ForAll long draw) {
        RetryPolicy policy = RetryPolicy.DEFAULT;
        assertEquals(policy.after(attempt, BUSY, NOW, draw), policy.after(attempt, BUSY, NOW, draw));
    }

    /** The longest that the default can take: what README and the type's text say. */
    @Example
    void theDefaultGivesUpAfterFourHoursAtMost() {
        long longest = 0;
        for (int attempt = 1; attempt < RetryPolicy.DEFAULT.maxAttempts(); attempt++) {
            longest += RetryPolicy.DEFAULT.backoff().window(attempt).toSeconds();
        }
        assertTrue(longest > 3 * 3_600 && longest <= 4 * 3_600 + 900, "" + longest);
    }
}
