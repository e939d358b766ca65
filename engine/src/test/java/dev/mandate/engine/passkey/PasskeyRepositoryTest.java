package dev.mandate.engine.passkey;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.adapters.kms.passkey.WebAuthnVerifier;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.audit.LossFixture;
import dev.mandate.ports.api.passkey.Passkey;
import dev.mandate.ports.api.passkey.PasskeyChallenge;
import dev.mandate.ports.api.passkey.PasskeyRefusal;
import dev.mandate.ports.spi.passkey.PasskeyVerifier;
import dev.mandate.ports.api.passkey.Passkeys;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.solana.external.PasskeyAccounts;
import dev.mandate.testsupport.passkey.SoftwareAuthenticator;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PasskeyRepositoryTest {

    private static final Tenant ACME = new Tenant("acme");
    private static final Tenant RIVAL = new Tenant("rival");
    private static final String DOMAIN = "example.com";
    private static final String ORIGIN = "https://example.com";

    private final AtomicLong now = new AtomicLong(1_000);
    private final InMemoryJournal journal = new InMemoryJournal();
    private final PasskeyVerifier verifier = new WebAuthnVerifier(DOMAIN, HashSet.of(ORIGIN), new BouncyCastleAuthorityKeys());
    private final Passkeys passkeys =
            new PasskeyRepository(journal, () -> new UnixTime(now.get()), new SecureRandom(), verifier, new PasskeyAccounts());
    private final SoftwareAuthenticator authenticator = SoftwareAuthenticator.create(DOMAIN, ORIGIN);
    private final Passkey passkey = passkey(authenticator);

    private Passkey passkey(SoftwareAuthenticator of) {
        var key = verifier.key(of.publicKey()).get();
        return new Passkey(of.credentialId(), key, new PasskeyAccounts().accountOf(key));
    }

    @AfterEach
    void rowsAreWhatTheirEventsAddUpTo() {
        assertEquals(
                Array.empty(),
                LogVerifier.verify(journal.audit(), PasskeyRepository.projections(), AuditTrust.NONE, () -> new UnixTime(0)).findings());
    }

    @Test
    void aPasskeyIsRegisteredAndThenAsserted() {
        assertEquals(Either.right(passkey), passkeys.register(ACME, authenticator.register(challenge(ACME))));
        assertEquals(Either.right(passkey), passkeys.asserted(ACME, authenticator.sign(challenge(ACME))));
    }

    @Test
    void aPasskeyOfAnotherServiceIsAdoptedByTwoAssertions() {
        assertEquals(Either.right(passkey), passkeys.adopt(
                ACME, authenticator.coseKey(), authenticator.sign(challenge(ACME)), authenticator.sign(challenge(ACME))));
        assertEquals(Either.right(passkey), passkeys.asserted(ACME, authenticator.sign(challenge(ACME))));
    }

    @Test
    void aPasskeyIsAdoptedWithItsOwnKeyOnly() {
        assertEquals(
                Either.left(new PasskeyRefusal.BadResponse("its signature is not by this key")),
                passkeys.adopt(
                        ACME,
                        SoftwareAuthenticator.create(DOMAIN, ORIGIN).publicKey(),
                        authenticator.sign(challenge(ACME)),
                        authenticator.sign(challenge(ACME))));
    }

    /** For any signature there is a key that fits it, and nobody has that one's private key. */
    @Test
    void oneChallengeProvesNoPossession() {
        Bytes challenge = challenge(ACME);
        assertEquals(
                Either.left(new PasskeyRefusal.BadResponse("the assertions are not of one credential over two challenges")),
                passkeys.adopt(ACME, authenticator.publicKey(), authenticator.sign(challenge), authenticator.sign(challenge)));
        assertEquals(
                Either.left(new PasskeyRefusal.ChallengeEnded()),
                passkeys.adopt(ACME, authenticator.publicKey(), authenticator.sign(challenge), authenticator.sign(challenge(RIVAL))));

        assertEquals(
                Either.right(passkey),
                passkeys.adopt(ACME, authenticator.publicKey(), authenticator.sign(challenge), authenticator.sign(challenge(ACME))));
        assertEquals(Either.left(new PasskeyRefusal.ChallengeEnded()), passkeys.asserted(ACME, authenticator.sign(challenge)));
    }

    /** Ids of credentials are public: whoever registers one first does not own it. */
    @Test
    void ofSeveralKeysOfAnIdTheOneThatVerifiesCounts() {
        SoftwareAuthenticator squatter = SoftwareAuthenticator.create(DOMAIN, ORIGIN).withCredentialId(authenticator.credentialId());
        Passkey squatted = passkey(squatter);
        assertEquals(Either.right(squatted), passkeys.register(ACME, squatter.withSignCount(9).register(challenge(ACME))));

        register();

        assertEquals(Either.right(passkey), passkeys.asserted(ACME, authenticator.sign(challenge(ACME))));
        assertEquals(Either.right(squatted), passkeys.asserted(ACME, squatter.withSignCount(10).sign(challenge(ACME))));
        assertEquals(Option.some(passkey), passkeys.ofAccount(ACME, passkey.account()));
        assertEquals(Option.some(squatted), passkeys.ofAccount(ACME, squatted.account()));
    }

    @Test
    void backupEligibilityNeverChanges() {
        register();

        assertEquals(
                Either.left(new PasskeyRefusal.BadResponse("its backup eligibility is not that of the registered passkey")),
                passkeys.asserted(ACME, authenticator
                        .withFlags(SoftwareAuthenticator.USER_PRESENT | SoftwareAuthenticator.BACKUP_ELIGIBLE)
                        .sign(challenge(ACME))));
        assertEquals(Either.right(passkey), passkeys.asserted(ACME, authenticator.sign(challenge(ACME))));
    }

    @Test
    void aPasskeyIsRegisteredOnce() {
        register();

        assertEquals(
                Either.left(new PasskeyRefusal.AlreadyRegistered()),
                passkeys.register(ACME, authenticator.register(challenge(ACME))));
        assertEquals(
                Either.left(new PasskeyRefusal.AlreadyRegistered()),
                passkeys.adopt(
                        ACME, authenticator.publicKey(), authenticator.sign(challenge(ACME)), authenticator.sign(challenge(ACME))));
    }

    @Test
    void aChallengeIsGoodForSixtySeconds() {
        register();
        PasskeyChallenge given = passkeys.challenge(ACME);
        assertEquals(new UnixTime(1_060), given.validUntil());

        now.set(1_060);
        assertEquals(Either.left(new PasskeyRefusal.ChallengeEnded()), passkeys.asserted(ACME, authenticator.sign(bytes(given))));
        now.set(1_059);
        assertEquals(Either.right(passkey), passkeys.asserted(ACME, authenticator.sign(bytes(given))));
    }

    @Test
    void aChallengeFromBeforeALossOfCommitsIsVoid() {
        register();
        PasskeyChallenge given = passkeys.challenge(ACME);

        LossFixture.accept(journal, new UnixTime(now.get()));
        now.set(now.get() + 1);

        assertEquals(Either.left(new PasskeyRefusal.ChallengeEnded()), passkeys.asserted(ACME, authenticator.sign(bytes(given))));
        assertEquals(Either.right(passkey), passkeys.asserted(ACME, authenticator.sign(challenge(ACME))));
    }

    /** One instance gives challenges, and another one, whose clock differs, accepts the loss. */
    @Test
    void aChallengeIsFromBeforeALossOrAfterItWhicheverClocksRecordedThem() {
        register();
        now.addAndGet(30);
        PasskeyChallenge before = passkeys.challenge(ACME);
        now.addAndGet(-30);
        LossFixture.accept(journal, new UnixTime(now.get() + 30));
        PasskeyChallenge after = passkeys.challenge(ACME);

        assertEquals(Either.left(new PasskeyRefusal.ChallengeEnded()), passkeys.asserted(ACME, authenticator.sign(bytes(before))));
        assertEquals(Either.right(passkey), passkeys.asserted(ACME, authenticator.sign(bytes(after))));
    }

    @Test
    void aChallengeIsGoodForOneResponse() {
        Bytes challenge = challenge(ACME);
        assertEquals(Either.right(passkey), passkeys.register(ACME, authenticator.register(challenge)));

        assertEquals(Either.left(new PasskeyRefusal.ChallengeEnded()), passkeys.asserted(ACME, authenticator.sign(challenge)));
    }

    @Test
    void ofResponsesAtOnceToOneChallengeOneIsAccepted() throws Exception {
        register();
        Bytes challenge = challenge(ACME);
        Callable<Either<PasskeyRefusal, Passkey>> asserting = () -> passkeys.asserted(ACME, authenticator.sign(challenge));

        Array<Either<PasskeyRefusal, Passkey>> answers = Array.empty();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Either<PasskeyRefusal, Passkey>> answer : threads.invokeAll(Array.fill(8, () -> asserting).asJava())) {
                answers = answers.append(answer.get());
            }
        }

        assertEquals(1, answers.count(Either::isRight), answers::toString);
        assertEquals(7, answers.count(answer -> answer.equals(Either.left(new PasskeyRefusal.ChallengeEnded()))), answers::toString);
    }

    @Test
    void aChallengeIsGoodForItsTenantOnly() {
        register();

        assertEquals(
                Either.left(new PasskeyRefusal.ChallengeEnded()), passkeys.asserted(ACME, authenticator.sign(challenge(RIVAL))));
        assertEquals(
                Either.left(new PasskeyRefusal.ChallengeEnded()),
                passkeys.asserted(ACME, authenticator.sign(Bytes.of(Sha256.of("made up").toArray()))));
        assertEquals(
                Either.left(new PasskeyRefusal.ChallengeEnded()), passkeys.asserted(ACME, authenticator.sign(Bytes.of((byte) 1))));
    }

    @Test
    void aPasskeyBelongsToItsTenant() {
        register();

        assertEquals(
                Either.left(new PasskeyRefusal.UnknownPasskey()), passkeys.asserted(RIVAL, authenticator.sign(challenge(RIVAL))));
        assertEquals(Option.some(passkey), passkeys.ofAccount(ACME, passkey.account()));
        assertEquals(Option.none(), passkeys.ofAccount(RIVAL, passkey.account()));
    }

    @Test
    void aRefusedResponseLeavesItsChallenge() {
        register();
        Bytes challenge = challenge(ACME);
        assertEquals(
                Either.left(new PasskeyRefusal.BadResponse("the user was not present")),
                passkeys.asserted(ACME, authenticator.withFlags(0).sign(challenge)));

        assertEquals(Either.right(passkey), passkeys.asserted(ACME, authenticator.sign(challenge)));
    }

    @Test
    void aCounterMustGrow() {
        assertEquals(Either.right(passkey), passkeys.register(ACME, authenticator.withSignCount(5).register(challenge(ACME))));

        assertEquals(Either.right(passkey), asserted(6));
        assertEquals(Either.left(new PasskeyRefusal.CounterBehind(6, 6)), asserted(6));
        assertEquals(Either.left(new PasskeyRefusal.CounterBehind(6, 0)), asserted(0));
        assertEquals(Either.right(passkey), asserted(7));
    }

    @Test
    void anAuthenticatorMayBeginToCount() {
        register();

        assertEquals(Either.right(passkey), asserted(0));
        assertEquals(Either.right(passkey), asserted(1));
        assertEquals(Either.left(new PasskeyRefusal.CounterBehind(1, 0)), asserted(0));
    }

    private Either<PasskeyRefusal, Passkey> asserted(int signCount) {
        return passkeys.asserted(ACME, authenticator.withSignCount(signCount).sign(challenge(ACME)));
    }

    private void register() {
        assertEquals(Either.right(passkey), passkeys.register(ACME, authenticator.register(challenge(ACME))));
    }

    private Bytes challenge(Tenant tenant) {
        return bytes(passkeys.challenge(tenant));
    }

    private static Bytes bytes(PasskeyChallenge challenge) {
        return Bytes.of(challenge.value().toArray());
    }
}
