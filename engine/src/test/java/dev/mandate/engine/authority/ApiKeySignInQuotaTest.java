package dev.mandate.engine.authority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.IdentityRefusal;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.authority.SessionEnd;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.authority.AuthorityRefusal;
import dev.mandate.ports.api.authority.EmailAuthorities;
import dev.mandate.ports.api.authority.EmailAuthorities.ChallengeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.CodeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.Recipient;
import dev.mandate.ports.api.authority.EmailAuthorities.SignedIn;
import dev.mandate.ports.api.authority.EmailAuthorities.StartedChallenge;
import dev.mandate.ports.api.authority.EmailAuthorities.Who;
import dev.mandate.ports.api.custody.Retry;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

class ApiKeySignInQuotaTest {

    private static final UnixTime NEXT_HOUR = AuthorityFixture.START.plusSeconds(3_600);

    private final AuthorityFixture fixture = new AuthorityFixture();
    private final EmailAuthorities email = fixture.email();
    private final Recipient recipient = AuthorityFixture.spki(P256KeyPair.generate());

    private static EmailAddress address(int number) {
        return new EmailAddress("user%s@example.com".formatted(number));
    }

    private static Either<AuthorityRefusal, StartedChallenge> start(EmailAuthorities email, EmailAddress address) {
        return email.start(
                new ChallengeRequest(address, Purpose.SIGN_IN, Option.none(), new SessionEnd.Default()), new Retry.Unnamed());
    }

    /** Nobody here is registered, so each code is wrong. */
    private Either<AuthorityRefusal, SignedIn> guess(EmailAddress address) {
        return email.verify(
                new CodeRequest(new Who.ByEmail(address), new OneTimeCode("111111"), recipient, new SessionEnd.Default()),
                new Retry.Unnamed());
    }

    @Test
    void aKeyTriesAHundredWrongCodesAnHourOverAllAddresses() {
        for (int wrong = 0; wrong < ApiKeySignInQuota.WRONG_CODES_PER_HOUR; wrong++) {
            if (wrong % 3 == 0) {
                assertTrue(start(email, address(wrong / 3)).isRight());
            }
            assertEquals(Either.left(new AuthorityRefusal.WrongCode(2 - wrong % 3)), guess(address(wrong / 3)));
        }

        assertEquals(
                Either.left(new AuthorityRefusal.KeyLimitReached(ApiKeySignInQuota.WRONG_CODES_PER_HOUR, NEXT_HOUR)), guess(address(33)));
        fixture.now = NEXT_HOUR;
        assertTrue(start(email, address(33)).isRight());
        assertEquals(Either.left(new AuthorityRefusal.WrongCode(2)), guess(address(33)));
    }

    @Test
    void aKeyStartsSixHundredChallengesAnHourOverAllAddresses() {
        for (int starts = 0; starts < ApiKeySignInQuota.STARTS_PER_HOUR; starts++) {
            assertTrue(start(email, address(starts)).isRight());
        }

        assertEquals(
                Either.left(new AuthorityRefusal.KeyLimitReached(ApiKeySignInQuota.STARTS_PER_HOUR, NEXT_HOUR)),
                start(email, address(ApiKeySignInQuota.STARTS_PER_HOUR)));
    }

    @Test
    void anAddressGetsFiveCodesAnHourOverAllNetworks() {
        EmailAuthorities other = fixture.engine(Network.MAINNET, fixture.chain, fixture.journal, fixture.ports())
                .email(Network.MAINNET, AuthorityFixture.ACME)
                .get();
        for (int starts = 0; starts < 5; starts++) {
            assertTrue(start(starts % 2 == 0 ? email : other, address(0)).isRight());
        }

        for (EmailAuthorities network : new EmailAuthorities[] {email, other}) {
            assertEquals(
                    Either.left(new AuthorityRefusal.ByRule(new IdentityRefusal.TooManyStarts(5, 3_600, NEXT_HOUR))),
                    start(network, address(0)));
        }
    }
}
