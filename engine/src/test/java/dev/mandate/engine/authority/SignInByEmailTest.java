package dev.mandate.engine.authority;

import static dev.mandate.engine.authority.AuthorityFixture.ACME;
import static dev.mandate.engine.authority.AuthorityFixture.ANN;
import static dev.mandate.engine.authority.AuthorityFixture.RIVAL;
import static dev.mandate.engine.authority.AuthorityFixture.START;
import static dev.mandate.engine.authority.AuthorityFixture.request;
import static dev.mandate.engine.authority.AuthorityFixture.wrong;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.IdentityRefusal;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.audit.LossFixture;
import dev.mandate.engine.authority.AuthorityFixture.Client;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.Engines;
import dev.mandate.ports.api.authority.AuthorityRefusal;
import dev.mandate.ports.api.authority.EmailAuthorities.ChallengeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.CodeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.RefreshRequest;
import dev.mandate.domain.authority.SessionEnd;
import dev.mandate.ports.api.authority.EmailAuthorities.SignedIn;
import dev.mandate.ports.api.authority.EmailAuthorities.SignedRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.StartedChallenge;
import dev.mandate.ports.api.authority.EmailAuthorities.Who;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.OneTimeCodes;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.api.custody.Retry;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SignInByEmailTest {

    private final AuthorityFixture fixture = new AuthorityFixture();
    private final P256KeyPair own = P256KeyPair.generate();

    @AfterEach
    void theJournalAgreesWithItself() {
        assertEquals(
                Array.empty(),
                LogVerifier.verify(fixture.journal.audit(), Engines.projections(), AuditTrust.NONE, () -> fixture.now).findings());
    }

    private static <T> Either<AuthorityRefusal, T> refused(IdentityRefusal why) {
        return Either.left(new AuthorityRefusal.ByRule(why));
    }

    @Test
    void theFirstRightCodeMakesAKeyAndAnAccountThatItAloneSignsFor() {
        SignedIn ann = fixture.verify(fixture.ask(Purpose.REGISTER), own).get();

        var account = fixture.service().account(ann.account()).get();
        assertEquals(Creation.Status.CREATED, ann.status());
        assertEquals(Array.of(ann.signer()), account.settings().roster().signers().map(signer -> signer.address()).toArray());
        assertEquals(1, account.settings().roster().threshold().value());
        assertEquals(ann.proof().session().key().toString(), new Client(own, ann).session().publicKeyHex());
    }

    @Test
    void theSameRequestGetsTheSameAnswerAndAnotherKeyNone() {
        OneTimeCode code = fixture.ask(Purpose.REGISTER);
        SignedIn first = fixture.verify(code, own).get();

        assertEquals(Either.right(first), fixture.verify(code, own));
        assertEquals(refused(new IdentityRefusal.Spent()), fixture.verify(code, P256KeyPair.generate()));
        assertEquals(1, fixture.vault.keys());
    }

    @Test
    void signingInAgainReturnsTheSameAccountAndKey() {
        SignedIn first = fixture.verify(fixture.ask(Purpose.REGISTER), own).get();
        SignedIn second = fixture.verify(fixture.ask(Purpose.SIGN_IN), own).get();

        assertEquals(first.account(), second.account());
        assertEquals(first.signer(), second.signer());
        assertEquals(first.wallet(), second.wallet());
        assertNotEquals(first.proof().session().key(), second.proof().session().key());
    }

    private Either<AuthorityRefusal, SignedIn> verifyWithId(OneTimeCode code) {
        return fixture.email()
                .verify(
                        new CodeRequest(
                                new Who.ByEmailAndChallenge(ANN, fixture.mailbox.getLast().challenge()),
                                code,
                                AuthorityFixture.spki(own),
                                new SessionEnd.Default()),
                        new Retry.Unnamed());
    }

    @Test
    void threeWrongCodesWithItsIdSpendAChallenge() {
        OneTimeCode code = fixture.ask(Purpose.REGISTER);

        for (int left : new int[] {2, 1, 0}) {
            assertEquals(Either.left(new AuthorityRefusal.WrongCode(left)), verifyWithId(wrong(code)));
        }
        assertEquals(refused(new IdentityRefusal.Spent()), verifyWithId(code));
    }

    @Test
    void concurrentGuessesTakeThreeAttemptsTogether() throws Exception {
        OneTimeCode code = fixture.ask(Purpose.REGISTER);
        Callable<Either<AuthorityRefusal, SignedIn>> guess = () -> verifyWithId(wrong(code));
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            Array<AuthorityRefusal> answers = Array.ofAll(threads.invokeAll(Collections.nCopies(24, guess)))
                    .map(SignInByEmailTest::refusal);

            assertEquals(3, answers.count(AuthorityRefusal.WrongCode.class::isInstance));
        }
    }

    private static AuthorityRefusal refusal(Future<Either<AuthorityRefusal, SignedIn>> answer) {
        try {
            return answer.get().getLeft();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void concurrentRightCodesMakeOneAccount() throws Exception {
        OneTimeCode code = fixture.ask(Purpose.REGISTER);
        Callable<Either<AuthorityRefusal, SignedIn>> verify = () -> fixture.verify(code, own);
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            Array<SignedIn> answers = Array.ofAll(threads.invokeAll(Collections.nCopies(16, verify))).map(answer -> {
                try {
                    return answer.get().get();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });

            assertEquals(1, answers.map(SignedIn::account).distinct().length());
            assertEquals(1, answers.map(answer -> answer.proof().sealed()).distinct().length());
        }
        assertEquals(1, fixture.service().accounts(10).items().length());
    }

    @Test
    void anUnknownAddressThatSignsInIsAnsweredAlikeAndGetsNoMail() {
        Either<AuthorityRefusal, StartedChallenge> unknown =
                fixture.email().start(new ChallengeRequest(ANN, Purpose.SIGN_IN, Option.none(), new SessionEnd.Default()), new Retry.Unnamed());
        int delivered = fixture.deliver(IdentityRepository.MAIL_TOPIC);

        assertEquals(START.plusSeconds(900), unknown.get().expiresAt());
        assertEquals(1, delivered);
        assertTrue(fixture.mailbox.isEmpty());
        OneTimeCode right = new OneTimeCode("%06d".formatted(0));
        for (int left = 9; left >= 0; left--) {
            assertEquals(Either.left(new AuthorityRefusal.WrongCode(left)), fixture.verify(right, own));
        }
    }

    private static Retry named(String key, String request) {
        return new Retry.Named(new RequestKey("acme", key), Sha256.of(request), START.plusSeconds(86_400));
    }

    @Test
    void aStartThatIsRepeatedUnderItsKeyIsOneStart() {
        ChallengeRequest ann = new ChallengeRequest(ANN, Purpose.REGISTER, Option.none(), new SessionEnd.Default());
        Either<AuthorityRefusal, StartedChallenge> first = fixture.email().start(ann, named("1", "ann"));
        fixture.now = START.plusSeconds(60);
        for (int more = 0; more < 4; more++) {
            assertTrue(fixture.email().start(ann, named("more" + more, "ann")).isRight());
        }

        assertEquals(first, fixture.email().start(ann, named("1", "ann")));
        assertEquals(Either.left(new AuthorityRefusal.KeyReused()), fixture.email().start(ann, named("1", "bob")));
        assertEquals(5, fixture.deliver(IdentityRepository.MAIL_TOPIC));
    }

    @Test
    void aWrongCodeThatIsRepeatedUnderItsKeyTakesOneAttempt() {
        OneTimeCode code = fixture.ask(Purpose.REGISTER);
        Either<AuthorityRefusal, SignedIn> answer = Either.left(new AuthorityRefusal.WrongCode(9));

        for (int times = 0; times < 4; times++) {
            assertEquals(answer, fixture.email().verify(request(wrong(code), own), named("1", "wrong")));
        }
        assertEquals(Either.left(new AuthorityRefusal.KeyReused()), fixture.email().verify(request(code, own), named("1", "right")));
        SignedIn ann = fixture.email().verify(request(code, own), named("2", "right")).get();
        assertEquals(Either.right(ann), fixture.email().verify(request(code, own), named("2", "right")));
    }

    @Test
    void concurrentStartsUnderOneKeyAreOne() throws Exception {
        Callable<Either<AuthorityRefusal, StartedChallenge>> start = () -> fixture.email()
                .start(new ChallengeRequest(ANN, Purpose.REGISTER, Option.none(), new SessionEnd.Default()), named("1", "ann"));
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            HashSet<Object> answers = HashSet.empty();
            for (var answer : threads.invokeAll(Collections.nCopies(16, start))) {
                answers = answers.add(answer.get());
            }
            assertEquals(1, answers.size());
        }
    }

    /** What the request for the code says holds to the second, however late the code comes. */
    @Test
    void aSessionEndsWhenItsStartSaidUnlessItsCodeComesWithAnotherEnd() {
        var unused = fixture.email().start(
                new ChallengeRequest(ANN, Purpose.REGISTER, Option.none(), new SessionEnd.At(START.plusSeconds(900))), new Retry.Unnamed());
        var unusedCount = fixture.deliver(IdentityRepository.MAIL_TOPIC);
        fixture.now = START.plusSeconds(60);

        assertEquals(
                START.plusSeconds(900), fixture.verify(fixture.mailbox.getLast().code(), own).get().proof().session().expiresAt());
    }

    @Test
    void aCodeIsNotJudgedAsThatOfChallengesThatBeginMeanwhile() {
        OneTimeCode code = fixture.ask(Purpose.REGISTER);
        AuthorityPorts ports = fixture.ports();
        EmailPorts email = ports.email().get();
        List<OneTimeCode> newer = new ArrayList<>();
        OneTimeCodes slower = challenge -> {
            newer.add(fixture.ask(Purpose.REGISTER));
            newer.add(fixture.ask(Purpose.REGISTER));
            return email.codes().of(challenge);
        };

        assertEquals(refused(new IdentityRefusal.NoChallenge()), fixture.engine(
                        fixture.chain,
                        fixture.journal,
                        new AuthorityPorts(
                                ports.vault(), ports.keys(), ports.ids(), Option.some(new EmailPorts(email.sealer(), slower, email.mail()))))
                .email(Network.DEVNET, ACME)
                .get()
                .verify(request(code, own), new Retry.Unnamed()));
        assertTrue(fixture.verify(newer.getFirst(), own).isRight());
    }

    @Test
    void aChallengeExpiresAfterAQuarterOfAnHour() {
        OneTimeCode code = fixture.ask(Purpose.REGISTER);
        fixture.now = START.plusSeconds(900);

        assertEquals(refused(new IdentityRefusal.NoChallenge()), fixture.verify(code, own));
    }

    @Test
    void theSameAddressUnderAnotherTenantIsAnotherIdentity() {
        SignedIn ann = fixture.verify(fixture.ask(Purpose.REGISTER), own).get();

        Either<AuthorityRefusal, SignedIn> rival = fixture.email(RIVAL)
                .verify(new CodeRequest(
                        new Who.ByChallenge(ann.user(), fixture.mailbox.getLast().challenge()),
                        fixture.mailbox.getLast().code(),
                        AuthorityFixture.spki(own),
                        new SessionEnd.Default()), new Retry.Unnamed());
        assertEquals(refused(new IdentityRefusal.NoChallenge()), rival);
        assertNotEquals(ACME.tenant(), RIVAL.tenant());
    }

    @Test
    void aSessionLastsADayAtMost() {
        OneTimeCode code = fixture.ask(Purpose.REGISTER);
        CodeRequest tooLong = new CodeRequest(
                new Who.ByEmail(ANN), code, AuthorityFixture.spki(own), new SessionEnd.At(START.plusSeconds(86_401)));

        assertEquals(Either.left(new AuthorityRefusal.SessionLength(86_401, 86_400)), fixture.email().verify(tooLong, new Retry.Unnamed()));
        assertTrue(fixture.verify(code, own).isRight());
    }

    @Test
    void aSilentVaultLosesNothing() {
        OneTimeCode code = fixture.ask(Purpose.REGISTER);
        fixture.vault.silent(true);
        assertInstanceOf(AuthorityRefusal.VaultSilent.class, fixture.verify(code, own).getLeft());

        fixture.vault.silent(false);
        assertEquals(Creation.Status.CREATED, fixture.verify(code, own).get().status());
        assertEquals(1, fixture.vault.keys());
    }

    /** Machines without a common lock may make two keys of one id in a token. The first on record counts. */
    @Test
    void ofTwoKeysThatTwoMachinesMakeAtOnceTheFirstOnRecordSigns() {
        OneTimeCode code = fixture.ask(Purpose.REGISTER);
        List<SignedIn> first = new ArrayList<>();
        AuthorityPorts ports = fixture.ports();
        KeyVault slower = (KeyVault) Proxy.newProxyInstance(
                KeyVault.class.getClassLoader(), new Class<?>[] {KeyVault.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("ensure")) {
                        return method.invoke(ports.vault(), arguments);
                    }
                    first.add(fixture.verify(code, own).get());
                    return Either.right(TestKey.of("the other key").address());
                });

        SignedIn second = fixture.engine(
                        fixture.chain,
                        fixture.journal,
                        new AuthorityPorts(slower, ports.keys(), ports.ids(), ports.email()))
                .email(Network.DEVNET, ACME)
                .get()
                .verify(request(code, own), new Retry.Unnamed())
                .get();

        assertEquals(List.of(second), first);
    }

    @Test
    void aWorkerCreatesTheAccountOfAnAbandonedSignIn() {
        OneTimeCode code = fixture.ask(Purpose.REGISTER);
        fixture.vault.silent(true);
        assertTrue(fixture.verify(code, own).isLeft());
        fixture.vault.silent(false);

        assertEquals(1, fixture.deliver(IdentityRepository.ACCOUNT_TOPIC));
        assertEquals(1, fixture.service().accounts(10).items().length());
    }

    /** A vault may be away for hours: the account is ordered soon after its return. */
    @Test
    void aSignInThatWaitsForTheVaultIsTriedAsSoonAfterManyTries() {
        OneTimeCode code = fixture.ask(Purpose.REGISTER);
        fixture.vault.silent(true);
        assertTrue(fixture.verify(code, own).isLeft());

        assertInstanceOf(DeliveryFailure.Waiting.class, fixture.failure(IdentityRepository.ACCOUNT_TOPIC));
    }

    @Test
    void noCodeIsStored() {
        OneTimeCode code = fixture.ask(Purpose.REGISTER);
        assertTrue(fixture.verify(code, own).isRight());

        assertFalse(fixture.stored("identity").mkString().contains(code.digits()));
    }

    @Test
    void aSessionIsReplacedByItsOwnSignatureOnce() {
        SignedIn ann = fixture.verify(fixture.ask(Purpose.REGISTER), own).get();
        P256KeyPair next = P256KeyPair.generate();
        P256KeyPair session = new Client(own, ann).session();
        Bytes payload = Bytes.of("{\"kind\":\"refresh_session\"}".getBytes(StandardCharsets.US_ASCII));
        RefreshRequest refresh = new RefreshRequest(
                new SignedRequest(ann.user(), START.plusSeconds(60), payload, Client.sign(session, payload)), AuthorityFixture.spki(next));

        var renewed = fixture.email().refresh(refresh).get();

        assertEquals(Either.right(renewed), fixture.email().refresh(refresh));
        Bytes other = Bytes.of("{\"kind\":\"refresh_session\",\"nonce\":\"2\"}".getBytes(StandardCharsets.US_ASCII));
        assertEquals(
                refused(new IdentityRefusal.SessionOver()),
                fixture.email().refresh(new RefreshRequest(
                        new SignedRequest(ann.user(), START.plusSeconds(60), other, Client.sign(session, other)), AuthorityFixture.spki(next))));
        assertEquals(
                Either.left(new AuthorityRefusal.NotSigned()),
                fixture.email().refresh(new RefreshRequest(
                        new SignedRequest(ann.user(), START.plusSeconds(60), other, Client.sign(next, other)), AuthorityFixture.spki(next))));
    }

    private static Bytes payload(String nonce) {
        return Bytes.of(("{\"kind\":\"end_session\",\"nonce\":\"" + nonce + "\"}").getBytes(StandardCharsets.US_ASCII));
    }

    private SignedRequest signed(SignedIn by, P256KeyPair session, String nonce) {
        return new SignedRequest(by.user(), START.plusSeconds(60), payload(nonce), Client.sign(session, payload(nonce)));
    }

    @Test
    void aSessionThatEndedItselfIsNeverRefreshedAndOthersLiveOn() {
        SignedIn first = fixture.verify(fixture.ask(Purpose.REGISTER), own).get();
        P256KeyPair session = new Client(own, first).session();
        SignedIn second = fixture.verify(fixture.ask(Purpose.SIGN_IN), own).get();
        P256KeyPair other = new Client(own, second).session();
        SignedRequest end = signed(first, session, "1");
        fixture.now = START.plusSeconds(10);

        assertEquals(Either.left(new AuthorityRefusal.NotSigned()), fixture.email().endSession(signed(first, own, "1")));
        assertEquals(Either.left(new AuthorityRefusal.NotSigned()), fixture.email(RIVAL).endSession(end));
        assertEquals(Either.right(fixture.now), fixture.email().endSession(end));
        fixture.now = START.plusSeconds(20);
        assertEquals(Either.right(START.plusSeconds(10)), fixture.email().endSession(end));

        assertEquals(
                refused(new IdentityRefusal.SessionOver()),
                fixture.email().refresh(new RefreshRequest(signed(first, session, "2"), AuthorityFixture.spki(own))));
        fixture.now = START.plusSeconds(60);
        assertEquals(refused(new IdentityRefusal.RequestOver(START.plusSeconds(60))), fixture.email().endSession(end));
        fixture.now = START.plusSeconds(59);
        assertTrue(fixture.email().refresh(new RefreshRequest(signed(second, other, "3"), AuthorityFixture.spki(own))).isRight());
    }

    /** The lost commits may have used or ended them. */
    @Test
    void codesAndSessionsFromBeforeALossOfCommitsAreVoid() {
        SignedIn ann = fixture.verify(fixture.ask(Purpose.REGISTER), own).get();
        P256KeyPair session = new Client(own, ann).session();
        OneTimeCode code = fixture.ask(Purpose.SIGN_IN);
        Bytes payload = Bytes.of("{\"kind\":\"refresh_session\"}".getBytes(StandardCharsets.US_ASCII));

        LossFixture.accept(fixture.journal, fixture.now);
        fixture.now = fixture.now.plusSeconds(1);

        assertEquals(refused(new IdentityRefusal.NoChallenge()), fixture.verify(code, own));
        assertEquals(
                Either.left(new AuthorityRefusal.NotSigned()),
                fixture.email().refresh(new RefreshRequest(
                        new SignedRequest(ann.user(), START.plusSeconds(60), payload, Client.sign(session, payload)), AuthorityFixture.spki(own))));
        assertTrue(fixture.verify(fixture.ask(Purpose.SIGN_IN), own).isRight());
    }

    /** An instance whose clock is ahead began them, and another one accepts the loss. */
    @Test
    void codesAndSessionsFromBeforeALossAreVoidThoughTheirClockWasAhead() {
        fixture.now = START.plusSeconds(60);
        SignedIn ann = fixture.verify(fixture.ask(Purpose.REGISTER), own).get();
        P256KeyPair session = new Client(own, ann).session();
        OneTimeCode code = fixture.ask(Purpose.SIGN_IN);
        Bytes payload = Bytes.of("{\"kind\":\"refresh_session\"}".getBytes(StandardCharsets.US_ASCII));

        fixture.now = START;
        LossFixture.accept(fixture.journal, fixture.now);

        assertEquals(refused(new IdentityRefusal.NoChallenge()), fixture.verify(code, own));
        assertEquals(
                Either.left(new AuthorityRefusal.NotSigned()),
                fixture.email().refresh(new RefreshRequest(
                        new SignedRequest(ann.user(), START.plusSeconds(120), payload, Client.sign(session, payload)), AuthorityFixture.spki(own))));
        fixture.now = START.plusSeconds(61);
        assertTrue(fixture.verify(fixture.ask(Purpose.SIGN_IN), own).isRight());
    }

    @Test
    void theAnswerOfOneAddressIsNotThatOfAnother() {
        assertTrue(fixture.verify(fixture.ask(Purpose.REGISTER), own).isRight());
        assertEquals(
                refused(new IdentityRefusal.NoChallenge()),
                fixture.email().verify(new CodeRequest(
                        new Who.ByEmail(new EmailAddress("bob@example.com")),
                        fixture.mailbox.getLast().code(),
                        request(fixture.mailbox.getLast().code(), own).recipient(),
                        new SessionEnd.Default()), new Retry.Unnamed()));
    }
}
