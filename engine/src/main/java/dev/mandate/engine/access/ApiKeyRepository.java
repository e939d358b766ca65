package dev.mandate.engine.access;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.EndProtection;
import dev.mandate.engine.audit.EndedRecords;
import dev.mandate.engine.events.EventSource;
import dev.mandate.engine.events.ToldEvent;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.api.access.ApiKey;
import dev.mandate.ports.api.access.ApiKeys;
import dev.mandate.ports.api.access.KeyRefused;
import dev.mandate.ports.api.access.NewApiKey;
import dev.mandate.ports.api.access.RotationRefused;
import dev.mandate.ports.api.access.TokenForm;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.api.events.EventType;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.keys.TokenHash;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * API keys, each a stream and a row of the journal. A key's id is the beginning of its token's keyed hash, so a row is found by the
 * token; the whole hash is compared. No token is stored.
 *
 * <p>Only tokens of the forms that this class makes are looked up. A bootstrap key has a token that the operator chose. It is not recorded:
 * it is valid only with the instance that {@link #trusting} returned.
 */
public final class ApiKeyRepository implements ApiKeys {

    private static final Pattern MADE_HERE = Pattern.compile(
            ApiKey.TOKEN_PREFIX + "[A-Za-z0-9_-]{43}|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    private static final String BOOTSTRAP = "bootstrap";
    private static final Set<Scope> ALL_SCOPES = HashSet.of(Scope.values());
    private static final int TOKEN_BYTES = 32;
    private static final int ID_BYTES = 8;
    private static final long UUID_VERSION_MASK = 0xf000L;
    private static final long UUID_VERSION_4 = 0x4000L;
    private static final long UUID_VARIANT_MASK = 0xc000_0000_0000_0000L;
    private static final long UUID_VARIANT = 0x8000_0000_0000_0000L;
    private static final int PAGE = 500;

    static final EntityType<KeyRecord, KeyRecord.Event> TYPE =
            EntityType.of("api-key", KeyRecord.class, KeyRecord.Event.class, KeyRecord::evolve).upcasting(1, KeyRecord::fromVersion1);

    static final EntityType<KeyEnd, KeyEnd.Recorded> END =
            EntityType.of("api-key-end", KeyEnd.class, KeyEnd.Recorded.class, (before, event) -> new KeyEnd(event.keyVersion()));

    /** The row of a key, and that of its end, follow from their events. */
    public static final Array<Projection> PROJECTIONS = Array.of(TYPE.projection(), END.projection());

    /** What tenants are told of their keys. */
    public static final EventSource<?, ?> EVENTS = EventSource.of(TYPE, (event, moment) -> {
        ApiKey key = moment.after().state().key();
        EventType type = event instanceof KeyRecord.Event.Made ? EventType.API_KEY_CREATED : EventType.API_KEY_ENDED;
        return Option.some(ToldEvent.here(
                key.tenant(), moment.at(), Option.none(), Option.none(), new EventData.ApiKeyChanged(type, key, event.by())));
    });

    /** Keys that were revoked or replaced. */
    public static final EndedRecords ENDED = new EndedKeys();

    private final Journal journal;
    private final Repository<KeyRecord, KeyRecord.Event> keys;
    private final Repository<KeyEnd, KeyEnd.Recorded> endRecords;
    private final TokenHash hash;
    private final ServerClock clock;
    private final SecureRandom random;
    private final EndProtection ends;
    private final Option<KeyRecord> bootstrap;
    private final TokenForm form;
    private final Option<OperatorName> by;
    private final TenantStandings standings;
    private final KeyUses uses;

    /** The keys in {@code journal}, without an anchor that remembers their ends. */
    public ApiKeyRepository(Journal journal, TokenHash hash, ServerClock clock, SecureRandom random) {
        this(journal, hash, clock, random, EndProtection.NONE);
    }

    /**
     * The keys in {@code journal}.
     *
     * @param random makes the tokens
     * @param ends a revocation or rotation is acknowledged after it is secured there
     */
    public ApiKeyRepository(Journal journal, TokenHash hash, ServerClock clock, SecureRandom random, EndProtection ends) {
        this(journal, hash, clock, random, ends, Option.none(), TokenForm.PREFIXED, Option.none(), new KeyUses(journal, clock));
    }

    private ApiKeyRepository(
            Journal journal,
            TokenHash hash,
            ServerClock clock,
            SecureRandom random,
            EndProtection ends,
            Option<KeyRecord> bootstrap,
            TokenForm form,
            Option<OperatorName> by,
            KeyUses uses) {
        this.journal = journal;
        this.keys = new Repository<>(TYPE, journal, clock);
        this.endRecords = new Repository<>(END, journal, clock);
        this.hash = hash;
        this.clock = clock;
        this.random = random;
        this.ends = ends;
        this.bootstrap = bootstrap;
        this.form = form;
        this.by = by;
        this.standings = new TenantStandings(journal, clock);
        this.uses = uses;
    }

    /**
     * The same keys, and {@code token} as a bootstrap key with all scopes. It is valid only with the returned instance. It is not recorded,
     * so it can be neither listed nor revoked.
     *
     * @return on the left the recorded key with this token, if there is one: then the record decides
     */
    public Either<ApiKey, ApiKeyRepository> trusting(Tenant tenant, String token) {
        // Requests are repeated under the key's id, so it stays the same when the operator's secret is replaced.
        Bytes32 hashed = hash.first().of(token);
        ApiKey key = new ApiKey(idOf(hashed), tenant, BOOTSTRAP, ALL_SCOPES, clock.now(), Option.none(), Option.none());
        return recorded(token)
                .<Either<ApiKey, ApiKeyRepository>>map(found -> Either.left(found.key()))
                .getOrElse(() -> Either.right(new ApiKeyRepository(
                        journal, hash, clock, random, ends, Option.some(new KeyRecord(key, key.id(), hashed)), form, by, uses)));
    }

    @Override
    public ApiKeyRepository making(TokenForm other) {
        return new ApiKeyRepository(journal, hash, clock, random, ends, bootstrap, other, by, uses);
    }

    @Override
    public ApiKeyRepository by(OperatorName operator) {
        return new ApiKeyRepository(journal, hash, clock, random, ends, bootstrap, form, Option.some(operator), uses);
    }

    /** When keys were used. Give them to workers, which record them. */
    public KeyUses uses() {
        return uses;
    }

    /** The bootstrap key of this instance, if it has one. */
    public Option<ApiKey> bootstrap() {
        return bootstrap.map(KeyRecord::key);
    }

    @Override
    public Either<KeyRefused, Caller> authenticate(String token) {
        return bootstrap
                .filter(record -> isHash(record, hash.first().of(token)))
                .orElse(() -> recorded(token))
                .<KeyRefused>toEither(KeyRefused.Unknown::new)
                .flatMap(record -> alive(record.key())
                        .peek(key -> uses.used(key.id()))
                        .map(key -> new Caller(key.tenant(), key.id(), record.line(), key.scopes(), standings.of(key.tenant()))));
    }

    @Override
    public Option<ApiKey> find(String token) {
        return recorded(token).map(KeyRecord::key);
    }

    /** The record of a token. One that was made before the operator's secret was replaced has the hash of that time. */
    private Option<KeyRecord> recorded(String token) {
        return MADE_HERE.matcher(token).matches()
                ? hash.former().prepend(hash)
                        .toStream()
                        .map(by -> by.of(token))
                        .flatMap(given -> find(idOf(given)).map(Entity::state).filter(record -> isHash(record, given)))
                        .headOption()
                : Option.none();
    }

    private static boolean isHash(KeyRecord record, Bytes32 given) {
        return MessageDigest.isEqual(record.hash().toArray(), given.toArray());
    }

    /**
     * The key as recorded.
     *
     * @throws dev.mandate.ports.spi.journal.JournalDamagedException if it is older than its end
     */
    private Option<Entity<KeyRecord>> find(ApiKeyId id) {
        return keys.find(id.text()).map(found -> endRecords.find(id.text())
                .filter(end -> end.state().keyVersion() > found.version())
                .map(end -> {
                    // It was given an end meanwhile, or its row is an older one.
                    Repository.requireVersion(journal, keys.stream(id.text()), end.state().keyVersion());
                    return keys.require(id.text());
                })
                .getOrElse(found));
    }

    /** Adds to a commit that the key has an end with the version after {@code before}. */
    static Commit ended(Repository<KeyEnd, KeyEnd.Recorded> ends, Commit commit, Entity<KeyRecord> before) {
        return ends.append(commit, before.id(), ends.find(before.id()), Array.of(new KeyEnd.Recorded(before.version() + 1)));
    }

    private Either<KeyRefused, ApiKey> alive(ApiKey key) {
        UnixTime now = clock.now();
        // Clocks differ and may be set back. A revoked key stays invalid at any time.
        return Array.of(key.endsAt(), ends.endOf(keys.stream(key.id().text())))
                .flatMap(end -> end)
                .min()
                .filter(end -> key.revokedAt().isDefined() || !now.isBefore(end))
                .<Either<KeyRefused, ApiKey>>map(end -> Either.left(new KeyRefused.Ended(key.id(), end)))
                .getOrElse(() -> Either.right(key));
    }

    @Override
    public NewApiKey create(Tenant tenant, String name, Iterable<Scope> scopes) {
        return create(tenant, name, HashSet.ofAll(scopes), Option.none());
    }

    @Override
    public NewApiKey create(Tenant tenant, String name, Iterable<Scope> scopes, Instant expiresAt) {
        return create(tenant, name, HashSet.ofAll(scopes), Option.some(UnixTime.of(expiresAt)));
    }

    private NewApiKey create(Tenant tenant, String name, Set<Scope> scopes, Option<UnixTime> expiresAt) {
        requireTerms(name, scopes);
        return Repository.<KeyRefused, NewApiKey>commit(journal, () -> {
                    UnixTime now = clock.now();
                    Fresh fresh = fresh(tenant, name, scopes, now, expiresAt, Option.none());
                    return Either.right(new Decision<>(made(Commit.at(now), fresh), fresh.given()));
                })
                .get();
    }

    @Override
    public Either<RotationRefused, NewApiKey> rotate(Tenant tenant, ApiKeyId id, Duration grace) {
        if (grace.isNegative() || grace.compareTo(MAX_GRACE) > 0) {
            throw new IllegalArgumentException("a grace of " + grace);
        }
        return Repository.commit(journal, () -> of(tenant, id)
                .flatMap(entity -> alive(entity.state().key()).map(key -> entity))
                .<RotationRefused>mapLeft(RotationRefused.NotGood::new)
                .flatMap(ApiKeyRepository::requireInPlace)
                .map(entity -> {
                    UnixTime now = clock.now();
                    ApiKey old = entity.state().key();
                    Fresh fresh = fresh(tenant, old.name(), old.scopes(), now, old.endsAt(), Option.some(entity.state().line()));
                    KeyRecord.Event ended = new KeyRecord.Event.Ended(now.plusSeconds(grace.toSeconds()), by);
                    Commit both = keys.append(made(Commit.at(now), fresh), id.text(), Option.some(entity), Array.of(ended));
                    return new Decision<>(ended(endRecords, both, entity), fresh.given());
                })).peek(rotated -> ends.secure());
    }

    /** Refuses a key that has got an end since it was made: it was already replaced. */
    private static Either<RotationRefused, Entity<KeyRecord>> requireInPlace(Entity<KeyRecord> entity) {
        ApiKey key = entity.state().key();
        return key.endsAt()
                .filter(end -> entity.version() > 1)
                .<Either<RotationRefused, Entity<KeyRecord>>>map(
                        end -> Either.left(new RotationRefused.Replaced(key.id(), end)))
                .getOrElse(() -> Either.right(entity));
    }

    @Override
    public Either<KeyRefused, ApiKey> revoke(Tenant tenant, ApiKeyId id) {
        // A key that has ended by this clock is revoked too: by another clock it may still be valid.
        return Repository.<Either<KeyRefused, ApiKey>, ApiKey>commit(journal, () -> of(tenant, id)
                        .<Either<KeyRefused, ApiKey>>mapLeft(Either::left)
                        .flatMap(before -> {
                            Commit at = Commit.at(clock.now());
                            Array<KeyRecord.Event> revoked = Array.of(new KeyRecord.Event.Revoked(at.recordedAt(), by));
                            Option<Entity<KeyRecord>> known = Option.some(before);
                            return before.state().key().revokedAt().isDefined()
                                    ? Either.left(Either.right(before.state().key()))
                                    : Either.right(new Decision<>(
                                            ended(endRecords, keys.append(at, id.text(), known, revoked), before),
                                            keys.evolve(at, id.text(), known, revoked).state().key()));
                        }))
                .<Either<KeyRefused, ApiKey>>fold(known -> known, Either::right)
                .peek(revoked -> ends.secure());
    }

    @Override
    public Seq<ApiKey> list(Tenant tenant) {
        return all().filter(key -> key.tenant().equals(tenant));
    }

    /** The keys of all tenants, ended ones included, in the order of their ids. */
    public Seq<ApiKey> all() {
        Array<ApiKey> listed = Array.empty();
        Option<String> after = Option.none();
        while (true) {
            Page<Entity<KeyRecord>> page = keys.page(after, PAGE);
            listed = listed.appendAll(
                    page.items().flatMap(entity -> find(new ApiKeyId(entity.id()))).map(entity -> entity.state().key()));
            if (!page.hasMore()) {
                return listed;
            }
            after = page.items().lastOption().map(Entity::id);
        }
    }

    private Either<KeyRefused, Entity<KeyRecord>> of(Tenant tenant, ApiKeyId id) {
        return find(id)
                .filter(entity -> entity.state().key().tenant().equals(tenant))
                .toEither(KeyRefused.Unknown::new);
    }

    /** A key that is not recorded yet, and its token. */
    private record Fresh(KeyRecord record, String token) {

        NewApiKey given() {
            return new NewApiKey(record.key(), token);
        }
    }

    private Fresh fresh(
            Tenant tenant, String name, Set<Scope> scopes, UnixTime now, Option<UnixTime> expiresAt, Option<ApiKeyId> line) {
        String token = token();
        Bytes32 hashed = hash.of(token);
        ApiKey key = new ApiKey(idOf(hashed), tenant, name, scopes, now, expiresAt, Option.none());
        return new Fresh(new KeyRecord(key, line.getOrElse(key.id()), hashed), token);
    }

    private String token() {
        return switch (form) {
            case PREFIXED -> {
                byte[] bits = new byte[TOKEN_BYTES];
                random.nextBytes(bits);
                yield ApiKey.TOKEN_PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
            }
            case UUID -> new UUID(
                            (random.nextLong() & ~UUID_VERSION_MASK) | UUID_VERSION_4,
                            (random.nextLong() & ~UUID_VARIANT_MASK) | UUID_VARIANT)
                    .toString();
        };
    }

    private Commit made(Commit commit, Fresh fresh) {
        return keys.begin(commit, fresh.record().key().id().text(), fresh.record().made(by));
    }

    private static void requireTerms(String name, Set<Scope> scopes) {
        if (name.isBlank() || name.length() > ApiKey.MAX_NAME || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a key's name is 1 to " + ApiKey.MAX_NAME + " characters");
        }
        if (scopes.isEmpty()) {
            throw new IllegalArgumentException("a key without a scope is good for nothing");
        }
    }

    private static ApiKeyId idOf(Bytes32 hashed) {
        return new ApiKeyId("key_" + HexFormat.of().formatHex(hashed.toArray(), 0, ID_BYTES));
    }
}
