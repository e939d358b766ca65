package dev.mandate.engine.authority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.authority.AuthorityRefusal;
import dev.mandate.ports.api.authority.EmailAuthorities;
import dev.mandate.ports.api.authority.EmailAuthorities.ChallengeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.CodeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.Recipient;
import dev.mandate.domain.authority.SessionEnd;
import dev.mandate.ports.api.authority.EmailAuthorities.StartedChallenge;
import dev.mandate.ports.api.authority.EmailAuthorities.Who;
import dev.mandate.ports.spi.keys.CredentialSealer;
import dev.mandate.ports.api.custody.Retry;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Neither a refusal nor the work behind an answer tells whether an address has an account. The calls of ports are counted. */
class SignInWorkTest {

    private static final Recipient GOOD = AuthorityFixture.spki(P256KeyPair.generate());
    private static final Recipient MALFORMED = new Recipient.Spki(Bytes.EMPTY);

    private final AuthorityFixture fixture = new AuthorityFixture();
    private final CountedCalls calls = new CountedCalls(fixture);
    private final EmailAuthorities email =
            calls.engine().email(Network.DEVNET, AuthorityFixture.ACME).get();

    @BeforeEach
    void annSignedInADayAgo() {
        var unused = fixture.signIn();
        fixture.now = AuthorityFixture.START.plusSeconds(86_400);
    }

    @Test
    void signingInTakesTheSameWork() {
        Array<String> known = observed(AuthorityFixture.ANN);

        assertEquals(known, observed(new EmailAddress("nobody@example.com")));
        assertTrue(known.exists(step -> step.contains("CredentialSealer") && step.contains("WrongCode")), known::toString);
    }

    /** What a client sees that guesses before a challenge, and until a challenge is spent; with the calls that each answer took. */
    private Array<String> observed(EmailAddress address) {
        AtomicReference<ChallengeId> newest = new AtomicReference<>(new ChallengeId("otp_" + "0".repeat(32)));
        Supplier<Object> start = () -> start(address, Purpose.SIGN_IN)
                .peek(started -> newest.set(started.challenge()))
                .isRight();
        Supplier<Object> wrong = () -> verify(address, GOOD, new SessionEnd.Default());
        Supplier<Object> badKey = () -> verify(address, MALFORMED, new SessionEnd.Default());
        Supplier<Object> tooLong = () -> verify(address, GOOD, new SessionEnd.After(100_000));
        Supplier<Object> withId = () -> verify(new Who.ByEmailAndChallenge(address, newest.get()), GOOD, new SessionEnd.Default());
        return Array.of(wrong, badKey, tooLong, start, badKey, tooLong, withId, withId, withId, withId, start)
                .appendAll(Array.fill(11, () -> wrong))
                .appendAll(Array.of(withId, start, start, start, start))
                .map(step -> {
                    calls.reset();
                    return step.get() + " by " + calls;
                });
    }

    /** By each way to start, until the limits of the day are reached. */
    @Test
    void theLimitsOfAnAddressAreThoseOfAnyOther() {
        Array<String> known = overADay(AuthorityFixture.ANN);

        assertEquals(known, overADay(new EmailAddress("nobody@example.com")));
        assertTrue(known.exists(step -> step.contains("TooManyWrongCodes")), known::toString);
        assertTrue(known.exists(step -> step.contains("TooManyStarts")), known::toString);
    }

    private Array<String> overADay(EmailAddress address) {
        Array<String> steps = Array.empty();
        fixture.now = AuthorityFixture.START.plusSeconds(86_400);
        for (int hour = 0; hour < 8; hour++) {
            for (Purpose purpose : new Purpose[] {Purpose.SIGN_IN, Purpose.REGISTER, Purpose.SIGN_IN}) {
                calls.reset();
                steps = steps.append(start(address, purpose).fold(Object::toString, started -> "started") + " by " + calls);
                for (int codes = 0; codes < 4; codes++) {
                    calls.reset();
                    steps = steps.append(verify(address, GOOD, new SessionEnd.Default()) + " by " + calls);
                }
            }
            fixture.now = fixture.now.plusSeconds(3_600);
        }
        return steps;
    }

    private Either<AuthorityRefusal, StartedChallenge> start(EmailAddress address, Purpose purpose) {
        return email.start(new ChallengeRequest(address, purpose, Option.none(), new SessionEnd.Default()), new Retry.Unnamed());
    }

    private Object verify(EmailAddress address, Recipient recipient, SessionEnd end) {
        return verify(new Who.ByEmail(address), recipient, end);
    }

    private Object verify(Who who, Recipient recipient, SessionEnd end) {
        return email.verify(new CodeRequest(who, new OneTimeCode("111111"), recipient, end), new Retry.Unnamed());
    }
}
