package dev.mandate.engine.passkey;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.passkey.ChallengeRecord.Event.Answered;
import dev.mandate.engine.passkey.ChallengeRecord.Event.Given;
import dev.mandate.engine.passkey.PasskeyRecord.Event.Registered;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.api.passkey.AssertionResponse;
import dev.mandate.ports.spi.passkey.ExternalSignatureProgram;
import dev.mandate.ports.api.passkey.Passkey;
import dev.mandate.ports.api.passkey.PasskeyChallenge;
import dev.mandate.ports.api.passkey.PasskeyRefusal;
import dev.mandate.ports.spi.passkey.PasskeyVerifier;
import dev.mandate.ports.api.passkey.Passkeys;
import dev.mandate.ports.api.passkey.RegistrationResponse;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.security.SecureRandom;
import java.util.function.Function;

/**
 * Challenges and credentials in the journal, each a stream and a row. One commit uses up a challenge and records what its response did, so of
 * two responses to a challenge one is accepted.
 */
public final class PasskeyRepository implements Passkeys {

    private static final int VALID_SECONDS = 60;

    private static final EntityType<ChallengeRecord, ChallengeRecord.Event> CHALLENGE = EntityType.of(
            "passkey-challenge", ChallengeRecord.class, ChallengeRecord.Event.class, ChallengeRecord::evolve);
    private static final EntityType<PasskeyRecord, PasskeyRecord.Event> PASSKEY =
            EntityType.of("passkey", PasskeyRecord.class, PasskeyRecord.Event.class, PasskeyRecord::evolve);
    private static final EntityType<Bytes, Added> ACCOUNT =
            EntityType.once("passkey-account", Bytes.class, Added.class, Added::credentialId);

    private final Journal journal;
    private final ServerClock clock;
    private final SecureRandom random;
    private final PasskeyVerifier verifier;
    private final ExternalSignatureProgram program;
    private final Repository<ChallengeRecord, ChallengeRecord.Event> challenges;
    private final Repository<PasskeyRecord, PasskeyRecord.Event> passkeys;
    private final Repository<Bytes, Added> accounts;

    public PasskeyRepository(
            Journal journal, ServerClock clock, SecureRandom random, PasskeyVerifier verifier, ExternalSignatureProgram program) {
        this.journal = journal;
        this.clock = clock;
        this.random = random;
        this.verifier = verifier;
        this.program = program;
        this.challenges = new Repository<>(CHALLENGE, journal, clock);
        this.passkeys = new Repository<>(PASSKEY, journal, clock);
        this.accounts = new Repository<>(ACCOUNT, journal, clock);
    }

    /** An account on the chain belongs to a credential. */
    private record Added(Bytes credentialId) {}

    /** The functions from events to rows, for an audit of the journal. */
    public static Array<Projection> projections() {
        return Array.of(CHALLENGE.projection(), PASSKEY.projection(), ACCOUNT.projection());
    }

    @Override
    public PasskeyChallenge challenge(Tenant tenant) {
        byte[] bytes = new byte[Bytes32.LENGTH];
        random.nextBytes(bytes);
        UnixTime validUntil = clock.now().plusSeconds(VALID_SECONDS);
        var unused = challenges.ensure(Bytes.of(bytes).toHex(), new Given(tenant, validUntil));
        return new PasskeyChallenge(Bytes32.of(bytes), verifier.relyingPartyId(), validUntil);
    }

    @Override
    public Either<PasskeyRefusal, Passkey> register(Tenant tenant, RegistrationResponse response) {
        return verifier.verify(response)
                .<PasskeyRefusal>mapLeft(bad -> bad)
                .flatMap(verified -> registered(
                        tenant, verified.challenge(), new Registered(response.credentialId(), verified.key(), verified.signCount())));
    }

    @Override
    public Either<PasskeyRefusal, Passkey> adopt(Tenant tenant, Bytes key, AssertionResponse assertion) {
        return verifier.key(key)
                .<PasskeyRefusal>mapLeft(bad -> bad)
                .flatMap(read -> verifier.verify(assertion, read)
                        .<PasskeyRefusal>mapLeft(bad -> bad)
                        .flatMap(verified -> registered(
                                tenant, verified.challenge(), new Registered(assertion.credentialId(), read, verified.signCount()))));
    }

    private Either<PasskeyRefusal, Passkey> registered(Tenant tenant, Bytes challenge, Registered event) {
        return accepted(tenant, event.credentialId(), challenge, before -> before.isEmpty()
                ? Either.right(event)
                : Either.left(new PasskeyRefusal.AlreadyRegistered()));
    }

    @Override
    public Either<PasskeyRefusal, Passkey> asserted(Tenant tenant, AssertionResponse assertion) {
        Bytes id = assertion.credentialId();
        return passkeys.find(key(tenant, id))
                .<PasskeyRefusal>toEither(PasskeyRefusal.UnknownPasskey::new)
                .flatMap(known -> verifier.verify(assertion, known.state().key()).<PasskeyRefusal>mapLeft(bad -> bad))
                .flatMap(verified -> accepted(tenant, id, verified.challenge(), before -> before
                        .<PasskeyRefusal>toEither(PasskeyRefusal.UnknownPasskey::new)
                        .flatMap(known -> known.asserted(verified.signCount()))));
    }

    /** Uses up the challenge, and records the event that {@code decide} finds for the credential. */
    private Either<PasskeyRefusal, Passkey> accepted(
            Tenant tenant,
            Bytes credentialId,
            Bytes challenge,
            Function<Option<PasskeyRecord>, Either<PasskeyRefusal, PasskeyRecord.Event>> decide) {
        String id = key(tenant, credentialId);
        return Repository.commit(journal, () -> {
            Commit empty = Commit.at(clock.now());
            Option<Entity<PasskeyRecord>> before = passkeys.find(id);
            return open(tenant, challenge, empty.recordedAt()).flatMap(given -> decide.apply(before.map(Entity::state)).map(event -> {
                Passkey passkey = view(passkeys.evolve(empty, id, before, Array.of(event)).state());
                Commit answered = challenges.append(empty, given.id(), Option.some(given), Array.of(new Answered()));
                return new Decision<>(adding(passkeys.append(answered, id, before, Array.of(event)), tenant, passkey), passkey);
            }));
        });
    }

    private Either<PasskeyRefusal, Entity<ChallengeRecord>> open(Tenant tenant, Bytes challenge, UnixTime now) {
        return Option.when(challenge.length() == Bytes32.LENGTH, challenge::toHex)
                .flatMap(challenges::find)
                .filter(given -> given.state().openFor(tenant, now).isDefined())
                .toEither(PasskeyRefusal.ChallengeEnded::new);
    }

    /** Two credentials with one key have one account. */
    private Commit adding(Commit commit, Tenant tenant, Passkey passkey) {
        String id = key(tenant, passkey.account());
        return accounts.find(id).isDefined() ? commit : accounts.begin(commit, id, new Added(passkey.credentialId()));
    }

    @Override
    public Option<Passkey> ofAccount(Tenant tenant, Address account) {
        return accounts.find(key(tenant, account)).map(credential -> view(passkeys.require(key(tenant, credential.state())).state()));
    }

    private Passkey view(PasskeyRecord record) {
        return new Passkey(record.credentialId(), record.key(), program.accountOf(record.key()));
    }

    /** The id of a credential's stream. A credential's own id may be longer than a stream's. */
    private static String key(Tenant tenant, Bytes credentialId) {
        return tenant.name() + "/" + Bytes.of(Sha256.of(credentialId).toArray()).toHex();
    }

    private static String key(Tenant tenant, Address account) {
        return tenant.name() + "/" + account;
    }
}
