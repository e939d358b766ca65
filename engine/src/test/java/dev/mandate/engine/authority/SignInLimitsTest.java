package dev.mandate.engine.authority;

import static dev.mandate.engine.authority.AuthorityFixture.ANN;
import static dev.mandate.engine.authority.AuthorityFixture.START;
import static dev.mandate.engine.authority.AuthorityFixture.wrong;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.IdentityRefusal;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.authority.SessionEnd;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.Engines;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.ports.api.authority.AuthorityRefusal;
import dev.mandate.ports.api.authority.EmailAuthorities;
import dev.mandate.ports.api.authority.EmailAuthorities.ChallengeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.CodeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.Recipient;
import dev.mandate.ports.api.authority.EmailAuthorities.SignedIn;
import dev.mandate.ports.api.authority.EmailAuthorities.StartedChallenge;
import dev.mandate.ports.api.authority.EmailAuthorities.Who;
import dev.mandate.ports.api.custody.Retry;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Limits of sign-in, and that nobody uses up what others have. Guesser and users share a tenant and an API key. */
class SignInLimitsTest {

    private final AuthorityFixture fixture = new AuthorityFixture();
    private final EmailAuthorities email = fixture.email();
    private final P256KeyPair own = P256KeyPair.generate();
    private final Recipient recipient = AuthorityFixture.spki(own);

    @AfterEach
    void theJournalAgreesWithItself() {
        assertEquals(
                Array.empty(),
                LogVerifier.verify(fixture.journal.audit(), Engines.projections(), AuditTrust.NONE, () -> fixture.now).findings());
    }

    private static EmailAddress address(String name, int number) {
        return new EmailAddress(name + number + "@example.com");
    }

    private static Either<AuthorityRefusal, StartedChallenge> start(EmailAuthorities email, EmailAddress address, Purpose purpose) {
        return email.start(new ChallengeRequest(address, purpose, Option.none(), new SessionEnd.Default()), new Retry.Unnamed());
    }

    private Either<AuthorityRefusal, StartedChallenge> start(EmailAddress address, Purpose purpose) {
        return start(email, address, purpose);
    }

    private Either<AuthorityRefusal, SignedIn> verify(Who who, OneTimeCode code) {
        return email.verify(new CodeRequest(who, code, recipient, new SessionEnd.Default()), new Retry.Unnamed());
    }

    private static Who named(StartedChallenge challenge) {
        return new Who.ByEmailAndChallenge(challenge.email(), challenge.challenge());
    }

    private OneTimeCode code(StartedChallenge challenge) {
        return fixture.ports().email().get().codes().of(challenge.challenge());
    }

    /** A user who signs in by the id of the own challenge. */
    private record User(EmailAddress email, StartedChallenge challenge) {}

    private User user(int number, Purpose purpose) {
        EmailAddress address = address("user", number);
        return new User(address, start(address, purpose).get());
    }

    private SignedIn signIn(User user) {
        return verify(named(user.challenge()), code(user.challenge())).get();
    }

    /** Wrong codes with and without ids, unknown addresses, many starts, before and between the steps of each user. Some users do not name the id. */
    @Tag("full")
    @Test
    void ordinaryUsersSignInBesideAGuesser() {
        Array<EmailAddress> users = Array.range(0, 8).map(number -> signIn(user(number, Purpose.REGISTER)).email());
        fixture.now = START.plusSeconds(7_200);
        Guesser guesser = new Guesser();

        for (int number = 0; number < users.length(); number++) {
            guesser.floods();
            User user = user(number, Purpose.SIGN_IN);
            boolean isNamed = number % 2 == 0;
            guesser.guesses(user.email(), isNamed ? 15 : 9);

            Who who = isNamed ? named(user.challenge()) : new Who.ByEmail(user.email());
            assertEquals(user.email(), verify(who, code(user.challenge())).get().email());
        }
        assertTrue(guesser.wrongCodes > 500, "wrong codes: " + guesser.wrongCodes);
    }

    /** Somebody with the app's API key who knows every address and no mailbox. */
    private final class Guesser {

        private int unknown;
        private int wrongCodes;

        /** The fault that was measured: 34 unknown addresses with 3 wrong codes each stopped everybody. */
        void floods() {
            for (int more = 0; more < 40; more++) {
                StartedChallenge decoy = start(address("unknown", unknown++), more % 2 == 0 ? Purpose.SIGN_IN : Purpose.REGISTER).get();
                for (int code = 0; code < 3; code++) {
                    reject(verify(named(decoy), wrong(code(decoy))));
                    reject(verify(new Who.ByEmail(decoy.email()), wrong(code(decoy))));
                }
            }
        }

        /** One more challenge of the address, whose id the guesser knows, and codes by the address alone. */
        void guesses(EmailAddress victim, int codes) {
            StartedChallenge begun = start(victim, Purpose.SIGN_IN).get();
            for (int code = 0; code < 4; code++) {
                reject(verify(named(begun), wrong(code(begun))));
            }
            for (int code = 0; code < codes; code++) {
                reject(verify(new Who.ByEmail(victim), wrong(code(begun))));
            }
        }

        private void reject(Either<AuthorityRefusal, SignedIn> answer) {
            wrongCodes += answer.getLeft() instanceof AuthorityRefusal.WrongCode ? 1 : 0;
        }
    }

    @Test
    void whoKnowsTheAddressAloneLeavesTheAttemptsOfWhoStartedTheChallenge() {
        User ann = user(0, Purpose.REGISTER);
        Who byEmail = new Who.ByEmail(ann.email());
        for (int left = 9; left >= 0; left--) {
            assertEquals(Either.left(new AuthorityRefusal.WrongCode(left)), verify(byEmail, wrong(code(ann.challenge()))));
        }

        assertEquals(refused(new IdentityRefusal.Spent()), verify(byEmail, code(ann.challenge())));
        assertEquals(Either.left(new AuthorityRefusal.WrongCode(2)), verify(named(ann.challenge()), wrong(code(ann.challenge()))));
        assertEquals(ann.email(), signIn(ann).email());
    }

    @Test
    void aStartLeavesTheTwoNewestChallengesOpen() {
        Array<StartedChallenge> three = Array.range(0, 3).map(number -> start(ANN, Purpose.REGISTER).get());

        assertEquals(refused(new IdentityRefusal.NoChallenge()), verify(named(three.get(0)), code(three.get(0))));
        assertTrue(verify(named(three.get(1)), code(three.get(1))).isRight());
        assertTrue(verify(new Who.ByEmail(ANN), code(three.get(2))).isRight());
    }

    /** A code without an id is compared with both open challenges, and is one attempt of each of them. */
    @Test
    void aCodeWithoutAnIdIsThatOfEitherOpenChallenge() {
        StartedChallenge first = start(ANN, Purpose.REGISTER).get();
        StartedChallenge second = start(ANN, Purpose.REGISTER).get();
        assertEquals(Either.left(new AuthorityRefusal.WrongCode(9)), verify(new Who.ByEmail(ANN), other(first, second)));

        assertTrue(verify(new Who.ByEmail(ANN), code(first)).isRight());
        assertEquals(Either.left(new AuthorityRefusal.WrongCode(8)), verify(new Who.ByEmail(ANN), other(first, second)));
        assertTrue(verify(new Who.ByEmail(ANN), code(second)).isRight());
        assertEquals(refused(new IdentityRefusal.Spent()), verify(new Who.ByEmail(ANN), other(first, second)));
    }

    private OneTimeCode other(StartedChallenge first, StartedChallenge second) {
        return Array.of("000000", "000001", "000002")
                .map(OneTimeCode::new)
                .find(code -> !code.equals(code(first)) && !code.equals(code(second)))
                .get();
    }

    /** Otherwise the end of a challenge that somebody else started would keep wrong codes from being counted. */
    @Test
    void aChallengeWhoseSessionWouldHaveEndedCountsWrongCodes() {
        StartedChallenge own = start(ANN, Purpose.REGISTER).get();
        StartedChallenge ending = email.start(
                        new ChallengeRequest(ANN, Purpose.REGISTER, Option.none(), new SessionEnd.At(START.plusSeconds(1))), new Retry.Unnamed())
                .get();
        fixture.now = START.plusSeconds(10);

        assertEquals(Either.left(new AuthorityRefusal.WrongCode(9)), verify(new Who.ByEmail(ANN), other(own, ending)));
        assertInstanceOf(AuthorityRefusal.SessionLength.class, verify(new Who.ByEmail(ANN), code(ending)).getLeft());
        assertTrue(verify(new Who.ByEmail(ANN), code(own)).isRight());
    }

    /** An answer that differs before the attempt is counted would tell codes apart without a count. */
    @Test
    void whatTheRequestIsRefusedForDoesNotDependOnTheCode() {
        StartedChallenge ending = email.start(
                        new ChallengeRequest(ANN, Purpose.REGISTER, Option.none(), new SessionEnd.At(START.plusSeconds(1))), new Retry.Unnamed())
                .get();
        fixture.now = START.plusSeconds(10);
        Recipient noKey = new Recipient.Spki(Bytes.ofHex("00"));

        for (Who who : Array.of(new Who.ByEmail(ANN), named(ending))) {
            for (OneTimeCode code : Array.of(code(ending), wrong(code(ending)))) {
                assertInstanceOf(
                        AuthorityRefusal.BadRecipient.class,
                        email.verify(new CodeRequest(who, code, noKey, new SessionEnd.Default()), new Retry.Unnamed()).getLeft());
                assertInstanceOf(
                        AuthorityRefusal.SessionLength.class,
                        email.verify(new CodeRequest(who, code, recipient, new SessionEnd.After(100_000)), new Retry.Unnamed()).getLeft());
            }
        }
        for (int attempt = 0; attempt < 3; attempt++) {
            assertInstanceOf(AuthorityRefusal.WrongCode.class, verify(named(ending), wrong(code(ending))).getLeft());
        }
        assertEquals(refused(new IdentityRefusal.Spent()), verify(named(ending), wrong(code(ending))));
        assertEquals(refused(new IdentityRefusal.Spent()), verify(named(ending), code(ending)));
    }

    @Test
    void anAddressTakesSixtyWrongCodesADayOverItsChallengesAndNetworks() {
        EmailAuthorities other = fixture.engine(Network.MAINNET, fixture.chain, fixture.journal, fixture.ports())
                .email(Network.MAINNET, AuthorityFixture.ACME)
                .get();
        int wrongCodes = 0;
        while (wrongCodes < 60) {
            EmailAuthorities network = wrongCodes % 20 == 0 ? email : other;
            StartedChallenge begun = start(network, ANN, Purpose.SIGN_IN).get();
            for (int code = 0; code < 10; code++) {
                CodeRequest guess = new CodeRequest(new Who.ByEmail(ANN), wrong(code(begun)), recipient, new SessionEnd.Default());
                assertInstanceOf(AuthorityRefusal.WrongCode.class, network.verify(guess, new Retry.Unnamed()).getLeft());
                wrongCodes++;
            }
            fixture.now = fixture.now.plusSeconds(900);
        }
        User user = user(0, Purpose.REGISTER);
        StartedChallenge refused = start(ANN, Purpose.REGISTER).get();

        assertEquals(
                refused(new IdentityRefusal.TooManyWrongCodes(60, 86_400, START.plusSeconds(86_400))), verify(named(refused), code(refused)));
        assertEquals(user.email(), signIn(user).email());
        fixture.now = START.plusSeconds(86_400);
        StartedChallenge later = start(ANN, Purpose.REGISTER).get();
        assertTrue(verify(named(later), code(later)).isRight());
    }

    @Test
    void anAddressGetsFiveCodesAnHourOverAllNetworksAndOthersGetTheirs() {
        EmailAuthorities other = fixture.engine(Network.MAINNET, fixture.chain, fixture.journal, fixture.ports())
                .email(Network.MAINNET, AuthorityFixture.ACME)
                .get();
        for (int starts = 0; starts < 5; starts++) {
            assertTrue(start(starts % 2 == 0 ? email : other, ANN, starts % 2 == 0 ? Purpose.REGISTER : Purpose.SIGN_IN).isRight());
        }

        for (EmailAuthorities network : new EmailAuthorities[] {email, other}) {
            assertEquals(
                    refused(new IdentityRefusal.TooManyStarts(5, 3_600, START.plusSeconds(3_600))), start(network, ANN, Purpose.SIGN_IN));
            assertTrue(start(network, address("user", 0), Purpose.SIGN_IN).isRight());
        }
    }

    private static <T> Either<AuthorityRefusal, T> refused(IdentityRefusal why) {
        return Either.left(new AuthorityRefusal.ByRule(why));
    }
}
