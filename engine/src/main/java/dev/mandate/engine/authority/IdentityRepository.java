package dev.mandate.engine.authority;

import dev.mandate.domain.authority.Registration;
import dev.mandate.domain.authority.SessionProof;
import dev.mandate.engine.audit.LostCommits;
import dev.mandate.engine.events.EventSource;
import dev.mandate.engine.events.ToldEvent;
import dev.mandate.engine.journal.RowPrefix;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.EmailIdentity;
import dev.mandate.domain.authority.EmailIdentityRules;
import dev.mandate.domain.authority.IdentityCommand;
import dev.mandate.domain.authority.IdentityEvent;
import dev.mandate.domain.authority.IdentityRefusal;
import dev.mandate.domain.authority.UserId;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.journal.Answers.Earlier;
import dev.mandate.engine.journal.Answers;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.JsonObject;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.ports.api.authority.AuthorityRefusal;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.api.events.EventType;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.keys.TokenHash;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A tenant's e-mail identities in the journal. An identity's id is a keyed hash of tenant, network and address, so that the
 * same address is the same identity, and its id tells nothing.
 */
public final class IdentityRepository {

    /** The outbox topic of codes to mail. */
    public static final String MAIL_TOPIC = "code-mail";

    /** The outbox topic of accounts to create. */
    public static final String ACCOUNT_TOPIC = "identity-account";

    private static final EmailIdentityRules RULES = new EmailIdentityRules();
    private static final EntityType<EmailIdentity, IdentityEvent> TYPE = EntityType.of(
                    "identity", EmailIdentity.class, IdentityEvent.class, (before, event) -> RULES.evolve(before, event).get())
            .upcasting(1, IdentityRepository::fromVersion1)
            .upcasting(2, IdentityRepository::fromVersion2);

    /** An identity's row follows from its events. */
    public static final Projection PROJECTION = TYPE.projection();

    /** What tenants are told of their e-mail identities. */
    public static final EventSource<?, ?> EVENTS = EventSource.of(TYPE, (event, moment) -> {
        RowPrefix.Own key = RowPrefix.own(moment.id());
        return told(event, key, moment).map(data -> ToldEvent.here(
                key.tenant(), moment.at(), Option.some(key.network()), data.account(), data));
    });

    private static Option<EventData.AuthorityChanged> told(IdentityEvent event, RowPrefix.Own key, EventSource.Moment<EmailIdentity> moment) {
        UserId user = new UserId(key.rest());
        return switch (event) {
            case IdentityEvent.Started started -> Option.none();
            case IdentityEvent.CodeRejected(var challenges, var attempt) -> Option.when(
                    // Known and unknown addresses are locked alike, so nothing of the identity is told.
                    moment.after().state().challenges().exists(one -> challenges.contains(one.id()) && one.attemptsLeft(attempt) == 0),
                    () -> new EventData.AuthorityChanged(EventType.AUTHORITY_LOCKED, user, Option.none(), Option.none()));
            case IdentityEvent.Verified(var proof, var registration, var challenge) ->
                Option.some(session(EventType.AUTHORITY_SIGNED_IN, user, proof, moment));
            case IdentityEvent.SignerNamed named -> Option.none();
            case IdentityEvent.Refreshed(var replaced, var proof) ->
                Option.some(session(EventType.AUTHORITY_REFRESHED, user, proof, moment));
            case IdentityEvent.SessionEnded ended -> Option.none();
        };
    }

    private static EventData.AuthorityChanged session(
            EventType type, UserId user, SessionProof proof, EventSource.Moment<EmailIdentity> moment) {
        return new EventData.AuthorityChanged(
                type,
                user,
                moment.after().state().registration().flatMap(Registration::account),
                Option.some(proof.session().expiresAt()));
    }

    private static final Payload MAIL = new Payload("mail-code", 1, "{}");
    private static final Payload CREATE = new Payload("create-account", 1, "{}");
    /** RFC 9562, 4.1 and 4.2: version 8 (custom), and the variant. */
    private static final int VERSION = 6;
    private static final int VARIANT = 8;

    /** A registration named its account at once. */
    private static JsonObject fromVersion1(JsonObject json) {
        return json.when("identity-signer-named", named -> named.with("account", JsonObject.NULL));
    }

    /**
     * A start voided the challenge before it, a challenge took three wrong codes from all callers together, and an identity counted its own starts. The
     * code before a session that was refreshed is not on record: the session's begin is the latest time that it can have.
     */
    private static JsonObject fromVersion2(JsonObject json) {
        return json.inside("session", IdentityRepository::withCode)
                .inside("sessions", IdentityRepository::withCode)
                .inside("replaced", IdentityRepository::withCode)
                .inside("challenge", challenge -> challenge.with("attemptsLeftWithoutId", "10"))
                .inside("state", state -> state.without("starts")
                        .renamed("challenge", "challenges")
                        .changed("challenges", challenge -> challenge.equals(JsonObject.NULL) ? "[]" : "[" + challenge + "]"))
                .when("identity-started", started -> started.with("open", "1"))
                .when("identity-code-rejected", rejected -> rejected.with("challenges", "[]").with("attempt", "\"WITH_ID\""))
                .when("identity-verified", verified -> verified.with("challenge", JsonObject.NULL));
    }

    private static JsonObject withCode(JsonObject session) {
        return session.with("codeAt", session.get("beganAt"));
    }

    private final TenantJournal journal;
    private final Repository<EmailIdentity, IdentityEvent> identities;
    private final TokenHash ids;
    private final Answers answers;
    private final AddressLimits limits;

    IdentityRepository(TenantJournal journal, TokenHash ids) {
        this.journal = journal;
        this.identities = journal.own(TYPE);
        this.ids = ids;
        this.answers = journal.answers("identity-answer");
        this.limits = new AddressLimits(journal, ids);
    }

    /** The identity of this address, recorded or not. One from before the operator's secret was replaced keeps its id. */
    UserId user(EmailAddress email) {
        // All are looked up, so that known and unknown addresses take the same time.
        return ids.former()
                .map(former -> user(former, email))
                .filter(earlier -> identities.find(earlier.text()).isDefined())
                .headOption()
                .getOrElse(() -> user(ids, email));
    }

    private UserId user(TokenHash ids, EmailAddress email) {
        byte[] hash = ids.of("identity/" + journal.prefix() + email.text()).toArray();
        hash[VERSION] = (byte) (0x80 | (hash[VERSION] & 0x0f));
        hash[VARIANT] = (byte) (0x80 | (hash[VARIANT] & 0x3f));
        String hex = Bytes.of(hash, 0, 16).toHex();
        return new UserId("%s-%s-%s-%s-%s".formatted(
                hex.substring(0, 8), hex.substring(8, 12), hex.substring(12, 16), hex.substring(16, 20), hex.substring(20)));
    }

    Option<EmailIdentity> find(UserId user) {
        // Read for an unknown identity as well: an answer must not take longer where the address is known.
        Option<UnixTime> loss = LostCommits.acceptedAt(journal.journal());
        return identities.find(user.text()).map(Entity::state).map(identity -> sinceLoss(identity, loss));
    }

    /** Codes and sessions that began before a loss of commits are void. The lost commits may have ended them. */
    private static EmailIdentity sinceLoss(EmailIdentity identity, Option<UnixTime> loss) {
        return loss.map(identity::sinceLoss).getOrElse(identity);
    }

    /** The limits of an address on all networks. */
    AddressLimits limits() {
        return limits;
    }

    /** The identity as it is after a command. */
    record Changed(EmailIdentity identity, Seq<IdentityEvent> events) {}

    /** Decides on {@code command} and commits its events, with what {@code more} adds. */
    Either<IdentityRefusal, Changed> tell(UserId user, IdentityCommand command, Addition more) {
        return journal.commit(() -> decide(user, command)
                .map(decided -> new Decision<>(more.to(decided.commit(), decided.result()), decided.result())));
    }

    /** Decides on {@code command}. */
    Either<IdentityRefusal, Decision<Changed>> decide(UserId user, IdentityCommand command) {
        Option<Entity<EmailIdentity>> before = identities.find(user.text());
        Commit at = Commit.at(journal.clock().now());
        Option<UnixTime> loss = LostCommits.acceptedAt(journal.journal());
        return RULES.decide(before.map(Entity::state).map(identity -> sinceLoss(identity, loss)), command, at.recordedAt())
                .map(events -> new Decision<>(
                        identities.append(at, user.text(), before, events),
                        new Changed(sinceLoss(identities.evolve(at, user.text(), before, events).state(), loss), events)));
    }

    /** An answer, and how it is recorded for a repetition of its request. */
    record Recorded<T>(Commit commit, T answer, String text) {}

    /**
     * Commits what {@code decide} decides, once for each idempotency key.
     *
     * @param again the answer to a repetition; none if deciding again gives the same one
     */
    <T> Either<AuthorityRefusal, T> once(
            Retry retry,
            Function<String, Option<Either<AuthorityRefusal, T>>> again,
            Supplier<Either<Either<AuthorityRefusal, T>, Recorded<Either<AuthorityRefusal, T>>>> decide) {
        return journal.<Either<AuthorityRefusal, T>, Either<AuthorityRefusal, T>>commit(() -> earlier(retry, again)
                        .map(known -> Either.<Either<AuthorityRefusal, T>, Recorded<Either<AuthorityRefusal, T>>>left(known))
                        .getOrElse(decide)
                        .map(made -> new Decision<>(answers.add(made.commit(), retry, made.text()), made.answer())))
                .fold(known -> known, made -> made);
    }

    private <T> Option<Either<AuthorityRefusal, T>> earlier(Retry retry, Function<String, Option<Either<AuthorityRefusal, T>>> again) {
        return switch (answers.find(retry)) {
            case Earlier.Nothing nothing -> Option.none();
            case Earlier.Other other -> Option.some(Either.left(new AuthorityRefusal.KeyReused()));
            case Earlier.Same(String text) -> again.apply(text);
        };
    }

    /** Adds to the commit of a change. */
    @FunctionalInterface
    interface Addition {
        Commit to(Commit commit, Changed changed);
    }

    /** Adds the mail of a challenge to a commit. A decoy gets a message as well, so that it takes the same time. */
    Commit mailing(Commit commit, UserId user, ChallengeId challenge) {
        return commit.sending(new OutboxMessage(
                MAIL_TOPIC, journal.tenant(), new StreamId(MAIL_TOPIC, journal.prefix() + user + "/" + challenge), MAIL));
    }

    /** Adds the creation of the identity's account to a commit. */
    Commit creating(Commit commit, UserId user) {
        return commit.sending(
                new OutboxMessage(ACCOUNT_TOPIC, journal.tenant(), new StreamId(ACCOUNT_TOPIC, journal.prefix() + user), CREATE));
    }

    /** Where an identity is. */
    record Place(Tenant tenant, Network network, UserId user) {}

    /** The identity that a message of {@link #ACCOUNT_TOPIC} is about. */
    static Place account(OutboxMessage message) {
        return place(message.tenant(), message.stream().id());
    }

    /** The challenge that a message of {@link #MAIL_TOPIC} is about. */
    static MailedChallenge mail(OutboxMessage message) {
        String id = message.stream().id();
        int end = id.lastIndexOf('/');
        return new MailedChallenge(place(message.tenant(), id.substring(0, end)), new ChallengeId(id.substring(end + 1)));
    }

    record MailedChallenge(Place place, ChallengeId challenge) {}

    private static Place place(Tenant tenant, String id) {
        String[] parts = id.split("/", 3);
        return new Place(tenant, new Network(parts[1]), new UserId(parts[2]));
    }
}
