package dev.mandate.engine.passkey;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.LostCommits;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.passkey.ChallengeRecord.Event.Answered;
import dev.mandate.engine.passkey.ChallengeRecord.Event.Given;
import dev.mandate.engine.passkey.PasskeyRecord.Credential;
import dev.mandate.engine.passkey.PasskeyRecord.Event.Registered;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.api.passkey.AssertionResponse;
import dev.mandate.ports.spi.passkey.ExternalSignatureProgram;
import dev.mandate.ports.api.passkey.Passkey;
import dev.mandate.ports.api.passkey.PasskeyChallenge;
import dev.mandate.ports.api.passkey.PasskeyRefusal;
import dev.mandate.ports.spi.passkey.PasskeyVerifier;
import dev.mandate.ports.spi.passkey.VerifiedAssertion;
import dev.mandate.ports.api.passkey.Passkeys;
import dev.mandate.ports.api.passkey.RegistrationResponse;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.Tuple2;
import io.vavr.Tuple;
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
            EntityType.of("passkey", PasskeyRecord.class, PasskeyRecord.Event.class, PasskeyRecord::evolve)
                    .upcasting(1, PasskeyRecord::ofSeveralKeys);
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
                        tenant,
                        Array.of(verified.challenge()),
                        new Registered(response.credentialId(), verified.key(), verified.signCount(), Option.some(verified.backup()))));
    }

    @Override
    public Either<PasskeyRefusal, Passkey> adopt(Tenant tenant, Bytes key, AssertionResponse first, AssertionResponse second) {
        return verifier.key(key)
                .<PasskeyRefusal>mapLeft(bad -> bad)
                .flatMap(read -> verified(first, read).flatMap(one -> verified(second, read)
                        .filterOrElse(
                                other -> first.credentialId().equals(second.credentialId()) && !one.challenge().equals(other.challenge()),
                                other -> new PasskeyRefusal.BadResponse("the assertions are not of one credential over two challenges"))
                        .flatMap(other -> new Credential(read, one.signCount(), Option.some(one.backup()))
                                .asserted(other.signCount(), other.backup())
                                .flatMap(fine -> registered(
                                        tenant,
                                        Array.of(one.challenge(), other.challenge()),
                                        new Registered(first.credentialId(), read, other.signCount(), Option.some(other.backup())))))));
    }

    private Either<PasskeyRefusal, VerifiedAssertion> verified(AssertionResponse assertion, P256PublicKey key) {
        return verifier.verify(assertion, key).mapLeft(bad -> bad);
    }

    private Either<PasskeyRefusal, Passkey> registered(Tenant tenant, Array<Bytes> challenges, Registered event) {
        return accepted(tenant, event.credentialId(), event.key(), challenges, before -> before.flatMap(known -> known.of(event.key())).isEmpty()
                ? Either.right(event)
                : Either.left(new PasskeyRefusal.AlreadyRegistered()));
    }

    @Override
    public Either<PasskeyRefusal, Passkey> asserted(Tenant tenant, AssertionResponse assertion) {
        Bytes id = assertion.credentialId();
        return passkeys.find(key(tenant, id))
                .<PasskeyRefusal>toEither(PasskeyRefusal.UnknownPasskey::new)
                .flatMap(known -> asserted(tenant, assertion, known.state()));
    }

    private Either<PasskeyRefusal, Passkey> asserted(Tenant tenant, AssertionResponse assertion, PasskeyRecord known) {
        Array<Tuple2<P256PublicKey, Either<PasskeyRefusal, VerifiedAssertion>>> answers =
                known.credentials().map(Credential::key).map(key -> Tuple.of(key, verified(assertion, key)));
        return answers.find(answer -> answer._2.isRight()).getOrElse(answers.head()).apply((key, answer) -> answer.flatMap(verified -> accepted(
                tenant, assertion.credentialId(), key, Array.of(verified.challenge()), before -> before
                        .flatMap(credentials -> credentials.of(key))
                        .<PasskeyRefusal>toEither(PasskeyRefusal.UnknownPasskey::new)
                        .flatMap(credential -> credential.asserted(verified.signCount(), verified.backup())))));
    }

    /** Uses up the challenges, and records the event that {@code decide} finds for the credential. */
    private Either<PasskeyRefusal, Passkey> accepted(
            Tenant tenant,
            Bytes credentialId,
            P256PublicKey key,
            Array<Bytes> answered,
            Function<Option<PasskeyRecord>, Either<PasskeyRefusal, PasskeyRecord.Event>> decide) {
        String id = key(tenant, credentialId);
        return Repository.commit(journal, () -> {
            Commit empty = Commit.at(clock.now());
            Option<Entity<PasskeyRecord>> before = passkeys.find(id);
            return Either.sequenceRight(answered.map(challenge -> open(tenant, challenge, empty.recordedAt())))
                    .flatMap(given -> decide.apply(before.map(Entity::state)).map(event -> {
                        Commit used = given.foldLeft(empty, (commit, challenge) ->
                                challenges.append(commit, challenge.id(), Option.some(challenge), Array.of(new Answered())));
                        Passkey passkey = view(credentialId, key);
                        return new Decision<>(adding(passkeys.append(used, id, before, Array.of(event)), tenant, passkey), passkey);
                    }));
        });
    }

    private Either<PasskeyRefusal, Entity<ChallengeRecord>> open(Tenant tenant, Bytes challenge, UnixTime now) {
        return Option.when(challenge.length() == Bytes32.LENGTH, challenge::toHex)
                .flatMap(challenges::find)
                .filter(given -> given.state().openFor(tenant, now).isDefined())
                // The record of its answer may be lost.
                .filter(given -> LostCommits.acceptedAfter(journal, challenges.stream(given.id()), given.version()).isEmpty())
                .toEither(PasskeyRefusal.ChallengeEnded::new);
    }

    /** Two credentials with one key have one account. */
    private Commit adding(Commit commit, Tenant tenant, Passkey passkey) {
        String id = key(tenant, passkey.account());
        return accounts.find(id).isDefined() ? commit : accounts.begin(commit, id, new Added(passkey.credentialId()));
    }

    @Override
    public Option<Passkey> ofAccount(Tenant tenant, Address account) {
        return accounts.find(key(tenant, account))
                .flatMap(credential -> passkeys.require(key(tenant, credential.state())).state().credentials()
                        .map(one -> view(credential.state(), one.key()))
                        .find(passkey -> passkey.account().equals(account)));
    }

    private Passkey view(Bytes credentialId, P256PublicKey key) {
        return new Passkey(credentialId, key, program.accountOf(key));
    }

    /** The id of a credential's stream. A credential's own id may be longer than a stream's. */
    private static String key(Tenant tenant, Bytes credentialId) {
        return tenant.name() + "/" + Bytes.of(Sha256.of(credentialId).toArray()).toHex();
    }

    private static String key(Tenant tenant, Address account) {
        return tenant.name() + "/" + account;
    }
}
