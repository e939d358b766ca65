package dev.mandate.engine.access;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.Projection;
import dev.mandate.ports.access.ApiKey;
import dev.mandate.ports.access.ApiKeys;
import dev.mandate.ports.access.KeyRefused;
import dev.mandate.ports.access.NewApiKey;
import dev.mandate.ports.access.RotationRefused;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.Row;
import dev.mandate.ports.journal.RowChange;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.RowScan;
import dev.mandate.ports.journal.StreamId;
import dev.mandate.ports.keys.TokenHash;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * API keys, each a stream and a row of the journal. A key's id is the beginning of its token's keyed hash, so that a token finds its
 * row; the whole hash is compared. No token is kept.
 *
 * <p>Only tokens made here are looked up. A bootstrap key, whose token somebody chose, is on no record: it is good with the very book
 * that was told to trust it, and with no other.
 */
public final class ApiKeyBook implements ApiKeys {

    static final String KIND = "api-key";

    private static final Pattern MADE_HERE = Pattern.compile(ApiKey.TOKEN_PREFIX + "[A-Za-z0-9_-]{43}");
    private static final String BOOTSTRAP = "bootstrap";
    private static final Set<Scope> ALL_SCOPES = HashSet.of(Scope.values());
    private static final int TOKEN_BYTES = 32;
    private static final int ID_BYTES = 8;
    private static final int PAGE = 500;

    /** A key's row is what its events add up to. */
    public static final Projection PROJECTION = new Projection(KIND, KIND, KeyRecords::fold);

    private final Journal journal;
    private final TokenHash hash;
    private final ServerClock clock;
    private final SecureRandom random;
    private final Option<KeyRecord> bootstrap;

    /**
     * The keys in {@code journal}.
     *
     * @param random where tokens come from
     */
    public ApiKeyBook(Journal journal, TokenHash hash, ServerClock clock, SecureRandom random) {
        this(journal, hash, clock, random, Option.none());
    }

    private ApiKeyBook(
            Journal journal, TokenHash hash, ServerClock clock, SecureRandom random, Option<KeyRecord> bootstrap) {
        this.journal = journal;
        this.hash = hash;
        this.clock = clock;
        this.random = random;
        this.bootstrap = bootstrap;
    }

    /**
     * The same book, with whom {@code token} is good too, for all scopes: as long as that book is used, and nowhere else. It stands on no
     * record, and so is neither listed nor revoked.
     *
     * @return the key that is on record for this token, if there is one: then what is on record counts
     */
    public Either<ApiKey, ApiKeyBook> trusting(Tenant tenant, String token) {
        Bytes32 hashed = hash.of(token);
        ApiKey key = new ApiKey(idOf(hashed), tenant, BOOTSTRAP, ALL_SCOPES, clock.now(), Option.none(), Option.none());
        return find(key.id())
                .map(KeyRecord::key)
                .<Either<ApiKey, ApiKeyBook>>map(Either::left)
                .getOrElse(() -> Either.right(new ApiKeyBook(
                        journal, hash, clock, random, Option.some(KeyRecord.first(key, hashed)))));
    }

    /** The bootstrap key that is good with this book. */
    public Option<ApiKey> bootstrap() {
        return bootstrap.map(KeyRecord::key);
    }

    @Override
    public Either<KeyRefused, Caller> authenticate(String token) {
        Bytes32 given = hash.of(token);
        ApiKeyId id = idOf(given);
        return bootstrap
                .filter(record -> record.key().id().equals(id))
                .orElse(() -> MADE_HERE.matcher(token).matches() ? find(id) : Option.none())
                .filter(record -> MessageDigest.isEqual(record.hash().toArray(), given.toArray()))
                .<KeyRefused>toEither(KeyRefused.Unknown::new)
                .flatMap(record -> alive(record.key())
                        .map(key -> new Caller(key.tenant(), key.id(), record.line(), key.scopes())));
    }

    private Either<KeyRefused, ApiKey> alive(ApiKey key) {
        UnixTime now = clock.now();
        // Clocks differ, and are set back: no time makes a revoked key good again.
        return key.endsAt()
                .filter(end -> key.revokedAt().isDefined() || !now.isBefore(end))
                .<Either<KeyRefused, ApiKey>>map(end -> Either.left(new KeyRefused.Ended(key.id(), end)))
                .getOrElse(() -> Either.right(key));
    }

    @Override
    public NewApiKey create(Tenant tenant, String name, Set<Scope> scopes, Option<UnixTime> expiresAt) {
        requireTerms(name, scopes);
        UnixTime now = clock.now();
        while (true) {
            Fresh fresh = fresh(tenant, name, scopes, now, expiresAt);
            if (commit(made(Commit.at(now), fresh.record()))) {
                return new NewApiKey(fresh.record().key(), fresh.token());
            }
        }
    }

    @Override
    public Either<RotationRefused, NewApiKey> rotate(Tenant tenant, ApiKeyId id, long graceSeconds) {
        if (graceSeconds < 0 || graceSeconds > MAX_GRACE_SECONDS) {
            throw new IllegalArgumentException("a grace of " + graceSeconds + " seconds");
        }
        while (true) {
            UnixTime now = clock.now();
            Either<RotationRefused, KeyRecord> found = of(tenant, id)
                    .flatMap(record -> alive(record.key()).map(key -> record))
                    .<RotationRefused>mapLeft(RotationRefused.NotGood::new)
                    .flatMap(ApiKeyBook::requireInPlace);
            if (found.isLeft()) {
                return Either.left(found.getLeft());
            }
            ApiKey old = found.get().key();
            Fresh fresh = fresh(tenant, old.name(), old.scopes(), now, old.endsAt()).inLine(found.get().line());
            UnixTime end = now.plusSeconds(graceSeconds);
            Commit both = followed(
                    made(Commit.at(now), fresh.record()), found.get().endingAt(end), KeyRecords.ended(end));
            if (commit(both)) {
                return Either.right(new NewApiKey(fresh.record().key(), fresh.token()));
            }
        }
    }

    private static Either<RotationRefused, KeyRecord> requireInPlace(KeyRecord record) {
        return record.key()
                .endsAt()
                .filter(end -> record.isEnding())
                .<Either<RotationRefused, KeyRecord>>map(
                        end -> Either.left(new RotationRefused.Replaced(record.key().id(), end)))
                .getOrElse(() -> Either.right(record));
    }

    @Override
    public Either<KeyRefused, ApiKey> revoke(Tenant tenant, ApiKeyId id) {
        while (true) {
            UnixTime now = clock.now();
            Either<KeyRefused, KeyRecord> found = of(tenant, id);
            // Even a key that seems to have ended is revoked: on another clock it has not.
            if (found.isLeft() || found.get().key().revokedAt().isDefined()) {
                return found.map(KeyRecord::key);
            }
            KeyRecord revoked = found.get().revokedAt(now);
            if (commit(followed(Commit.at(now), revoked, KeyRecords.revoked(now)))) {
                return Either.right(revoked.key());
            }
        }
    }

    @Override
    public Seq<ApiKey> list(Tenant tenant) {
        Array<ApiKey> keys = Array.empty();
        Option<String> after = Option.none();
        while (true) {
            RowScan scan = RowScan.of(KIND, PAGE);
            Page<Row> page = journal.rows(after.map(scan::after).getOrElse(scan));
            keys = keys.appendAll(page.items()
                    .map(row -> KeyRecords.read(row.value()).key())
                    .filter(key -> key.tenant().equals(tenant)));
            if (!page.hasMore()) {
                return keys;
            }
            after = page.items().lastOption().map(row -> row.key().key());
        }
    }

    private Either<KeyRefused, KeyRecord> of(Tenant tenant, ApiKeyId id) {
        return find(id).filter(record -> record.key().tenant().equals(tenant)).toEither(KeyRefused.Unknown::new);
    }

    private Option<KeyRecord> find(ApiKeyId id) {
        return journal.row(rowKey(id)).map(row -> KeyRecords.read(row.value()));
    }

    private record Fresh(KeyRecord record, String token) {

        Fresh inLine(ApiKeyId line) {
            return new Fresh(new KeyRecord(record.key(), line, record.hash(), record.version()), token);
        }
    }

    private Fresh fresh(
            Tenant tenant, String name, Set<Scope> scopes, UnixTime now, Option<UnixTime> expiresAt) {
        byte[] bits = new byte[TOKEN_BYTES];
        random.nextBytes(bits);
        String token = ApiKey.TOKEN_PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
        Bytes32 hashed = hash.of(token);
        return new Fresh(
                KeyRecord.first(new ApiKey(idOf(hashed), tenant, name, scopes, now, expiresAt, Option.none()), hashed),
                token);
    }

    private static Commit made(Commit commit, KeyRecord record) {
        return commit.append(stream(record.key().id()), 0, KeyRecords.made(record))
                .change(new RowChange.Insert(new Row(rowKey(record.key().id()), KeyRecords.row(record))));
    }

    /** With {@code event}, after which the key is kept as {@code record}. */
    private static Commit followed(Commit commit, KeyRecord record, Payload event) {
        return commit.append(stream(record.key().id()), record.version() - 1, event)
                .change(new RowChange.Put(new Row(rowKey(record.key().id()), KeyRecords.row(record))));
    }

    /** Whether it took effect; if not, somebody else was faster, and what is there must be looked at anew. */
    private boolean commit(Commit commit) {
        Option<CommitRefused> refused = journal.commit(commit).swap().toOption();
        refused.filter(why -> !(why instanceof CommitRefused.VersionConflict) && !(why instanceof CommitRefused.RowPresent))
                .forEach(why -> {
                    throw new IllegalStateException("an API key's events are refused: " + why);
                });
        return refused.isEmpty();
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

    private static StreamId stream(ApiKeyId id) {
        return new StreamId(KIND, id.text());
    }

    private static RowKey rowKey(ApiKeyId id) {
        return new RowKey(KIND, id.text());
    }
}
