package dev.mandate.engine.authority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.authority.EmailAuthorities;
import dev.mandate.ports.api.authority.EmailAuthorities.ChallengeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.CodeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.Recipient;
import dev.mandate.domain.authority.SessionEnd;
import dev.mandate.ports.api.authority.EmailAuthorities.Who;
import dev.mandate.ports.spi.keys.CredentialSealer;
import dev.mandate.ports.api.custody.Retry;
import io.vavr.collection.Array;
import io.vavr.control.Option;
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
        Supplier<Object> start = () -> email.start(new ChallengeRequest(address, Purpose.SIGN_IN, Option.none(), new SessionEnd.Default()), new Retry.Unnamed()).isRight();
        Supplier<Object> wrong = () -> verify(address, GOOD, new SessionEnd.Default());
        Supplier<Object> badKey = () -> verify(address, MALFORMED, new SessionEnd.Default());
        Supplier<Object> tooLong = () -> verify(address, GOOD, new SessionEnd.After(100_000));
        return Array.of(wrong, badKey, tooLong, start, badKey, tooLong, wrong, wrong, wrong, wrong, start, start, start, start, start)
                .map(step -> {
                    calls.reset();
                    return step.get() + " by " + calls;
                });
    }

    private Object verify(EmailAddress address, Recipient recipient, SessionEnd end) {
        return email.verify(new CodeRequest(new Who.ByEmail(address), new OneTimeCode("111111"), recipient, end), new Retry.Unnamed());
    }
}
