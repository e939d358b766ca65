package dev.mandate.engine.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.access.TenantStanding;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.faults.Tampering;
import dev.mandate.ports.api.access.ApiKey;
import dev.mandate.ports.api.access.ApiKeys;
import dev.mandate.ports.api.access.KeyRefused;
import dev.mandate.ports.api.access.NewApiKey;
import dev.mandate.ports.api.access.TokenForm;
import dev.mandate.ports.api.access.RotationRefused;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.ports.spi.keys.TokenHash;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestTokenHash;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApiKeyRepositoryTest {

    private static final Tenant ACME = new Tenant("acme");
    private static final Tenant RIVAL = new Tenant("rival");
    private static final String CHOSEN = "a-token-of-my-own";
    private static final Set<Scope> READ = HashSet.of(Scope.READ);

    private final AtomicLong now = new AtomicLong(1_000);
    private final InMemoryJournal journal = new InMemoryJournal();
    private final ApiKeyRepository keys =
            new ApiKeyRepository(journal, new TestTokenHash(), () -> new UnixTime(now.get()), new SecureRandom());

    /** The same keys by a clock that shows {@code seconds}. */
    private ApiKeyRepository at(long seconds) {
        return new ApiKeyRepository(journal, new TestTokenHash(), () -> new UnixTime(seconds), new SecureRandom());
    }

    /** Whatever a test did: its rows are what its events add up to. */
    @AfterEach
    void rowsAreWhatTheirEventsAddUpTo() {
        assertEquals(
                Array.empty(),
                LogVerifier.verify(
                                journal.audit(), ApiKeyRepository.PROJECTIONS, AuditTrust.NONE, () -> new UnixTime(0))
                        .findings());
    }

    @Test
    void aKeyIsGoodForItsTenantAndScopes() {
        NewApiKey made = keys.create(ACME, "reporting", READ);

        assertEquals(
                Either.right(new Caller(ACME, made.key().id(), READ)), keys.authenticate(made.token()));
        assertTrue(made.token().matches("mk_[A-Za-z0-9_-]{43}"), made.key()::toString);
    }

    @Test
    void noTwoKeysAreAlikeAndEachHas256RandomBits() {
        String one = keys.create(ACME, "one", READ).token();

        assertNotEquals(one, keys.create(ACME, "one", READ).token());
        assertEquals(32, Base64.getUrlDecoder().decode(one.substring(ApiKey.TOKEN_PREFIX.length())).length);
    }

    /** The operator's secret was replaced: the hash of a token is another one, and that of before is known. */
    private static final class SecondHash implements TokenHash {

        @Override
        public Bytes32 of(String token) {
            return Sha256.of("second " + token);
        }

        @Override
        public Array<TokenHash> former() {
            return Array.of(new TestTokenHash());
        }
    }

    @Test
    void aKeyStaysGoodWhenTheOperatorsSecretIsReplaced() {
        NewApiKey before = keys.create(ACME, "before", READ);
        ApiKeyRepository second = new ApiKeyRepository(journal, new SecondHash(), () -> new UnixTime(now.get()), new SecureRandom());

        NewApiKey after = second.create(ACME, "after", READ);

        assertEquals(Either.right(new Caller(ACME, before.key().id(), READ)), second.authenticate(before.token()));
        assertEquals(Either.right(new Caller(ACME, after.key().id(), READ)), second.authenticate(after.token()));
        assertEquals(Option.some(before.key()), second.find(before.token()));
        assertTrue(keys.authenticate(after.token()).isLeft());
        // Its requests are repeated under its id.
        assertEquals(
                keys.trusting(ACME, CHOSEN).get().bootstrap().get().id(), second.trusting(ACME, CHOSEN).get().bootstrap().get().id());
        assertTrue(second.trusting(ACME, CHOSEN).get().authenticate(CHOSEN).isRight());
    }

    /** A client may expect a UUID. Its key works as others do, and may replace one or be replaced. */
    @Test
    void aKeyMayBeAUuid() {
        ApiKeys uuids = keys.making(TokenForm.UUID);
        NewApiKey made = uuids.create(ACME, "passkeys", READ);
        NewApiKey next = uuids.rotate(ACME, made.key().id(), Duration.ofSeconds(60)).get();

        for (NewApiKey key : Array.of(made, next)) {
            UUID uuid = UUID.fromString(key.token());
            assertEquals(4, uuid.version());
            assertEquals(2, uuid.variant());
            assertEquals(key.token(), uuid.toString());
            assertEquals(ACME, keys.authenticate(key.token()).get().tenant());
            assertTrue(keys.authenticate(key.token().replaceFirst("-4", "-1")).isLeft());
        }
        assertNotEquals(made.token(), next.token());
        NewApiKey prefixed = keys.rotate(ACME, next.key().id(), Duration.ZERO).get();
        assertTrue(prefixed.token().startsWith(ApiKey.TOKEN_PREFIX));
        assertTrue(keys.authenticate(next.token()).isLeft());
    }

    @Test
    void malformedTokensAreUnknown() {
        NewApiKey made = keys.create(ACME, "reporting", READ);

        for (String token : Array.of("", "mk_", made.key().id().text(), made.token() + "x", made.token().substring(1))) {
            assertEquals(Either.left(new KeyRefused.Unknown()), keys.authenticate(token));
        }
    }

    @Test
    void theJournalHoldsNoToken() {
        NewApiKey made = keys.create(ACME, "reporting", READ);

        for (RecordedEvent event : journal.events(0, 10).items()) {
            String content = event.payload().content();
            assertFalse(content.contains(made.token()), "an event holds the token");
            assertFalse(content.contains(made.token().substring(3)), "an event holds the token");
        }
        assertFalse(made.toString().contains(made.token()), "a new key prints its token");
    }

    @Test
    void aKeyExpires() {
        NewApiKey made = keys.create(ACME, "short", READ, Instant.ofEpochSecond(1_010));

        now.set(1_009);
        assertTrue(keys.authenticate(made.token()).isRight());
        now.set(1_010);
        assertEquals(
                Either.left(new KeyRefused.Ended(made.key().id(), new UnixTime(1_010))), keys.authenticate(made.token()));
    }

    @Test
    void aRevokedKeyIsRefusedAtOnce() {
        NewApiKey made = keys.create(ACME, "lost", READ);

        assertTrue(keys.revoke(ACME, made.key().id()).isRight());

        assertEquals(
                Either.left(new KeyRefused.Ended(made.key().id(), new UnixTime(1_000))), keys.authenticate(made.token()));
    }

    @Test
    void aKeyThatWasRevokedByAFastClockIsRefusedByASlowOneToo() {
        NewApiKey made = keys.create(ACME, "lost", READ);

        assertTrue(at(1_500).revoke(ACME, made.key().id()).isRight());

        assertEquals(
                Either.left(new KeyRefused.Ended(made.key().id(), new UnixTime(1_500))), keys.authenticate(made.token()));
    }

    @Test
    void aClockThatIsSetBackMakesNoRevokedKeyGood() {
        now.set(9_000);
        NewApiKey made = keys.create(ACME, "lost", READ);
        assertTrue(keys.revoke(ACME, made.key().id()).isRight());

        now.set(1_000);

        assertTrue(keys.authenticate(made.token()).isLeft());
        assertTrue(keys.rotate(ACME, made.key().id(), Duration.ofSeconds(60)).isLeft());
    }

    @Test
    void aKeyIsRevokedThatSeemsToHaveEnded() {
        NewApiKey expiring = keys.create(ACME, "short", READ, Instant.ofEpochSecond(1_400));
        NewApiKey replaced = keys.create(ACME, "robot", READ);
        assertTrue(keys.rotate(ACME, replaced.key().id(), Duration.ofSeconds(60)).isRight());

        for (NewApiKey key : Array.of(expiring, replaced)) {
            assertTrue(at(1_500).revoke(ACME, key.key().id()).isRight());
            assertTrue(keys.authenticate(key.token()).isLeft());
        }

        ApiKey listed = keys.list(ACME).find(key -> key.id().equals(expiring.key().id())).get();
        assertEquals(Option.some(new UnixTime(1_400)), listed.endsAt());
        assertEquals(Option.some(new UnixTime(1_500)), listed.revokedAt());
    }

    @Test
    void aKeyWhoseEndIsTakenBackIsNotTaken() {
        NewApiKey revoked = keys.create(ACME, "lost", READ);
        assertTrue(keys.revoke(ACME, revoked.key().id()).isRight());
        NewApiKey rotated = keys.create(ACME, "old", READ);
        assertTrue(keys.rotate(ACME, rotated.key().id(), Duration.ZERO).isRight());
        for (NewApiKey key : Array.of(revoked, rotated)) {
            StreamId stream = new StreamId("api-key", key.key().id().text());
            for (Tampering tampering : Array.of(Tampering.ROW_PUT_BACK, Tampering.ROW_AND_EVENTS_PUT_BACK)) {
                ApiKeyRepository after = over(tampering.of(journal, stream, ApiKeyRepository.PROJECTIONS));
                assertThrows(JournalDamagedException.class, () -> after.authenticate(key.token()));
                assertThrows(JournalDamagedException.class, () -> after.rotate(ACME, key.key().id(), Duration.ZERO));
                assertThrows(JournalDamagedException.class, () -> after.list(ACME));
            }
            ApiKeyRepository without = over(Tampering.ROW_AND_EVENTS_REMOVED.of(journal, stream, ApiKeyRepository.PROJECTIONS));
            assertEquals(Either.left(new KeyRefused.Unknown()), without.authenticate(key.token()));
        }
    }

    private static ApiKeyRepository over(Journal journal) {
        return new ApiKeyRepository(journal, new TestTokenHash(), () -> new UnixTime(1_000), new SecureRandom());
    }

    @Test
    void revokingAgainChangesNothing() {
        NewApiKey made = keys.create(ACME, "lost", READ);
        Either<KeyRefused, ApiKey> first = keys.revoke(ACME, made.key().id());
        now.set(2_000);

        assertEquals(first, keys.revoke(ACME, made.key().id()));
        assertEquals(3, journal.events(0, 10).items().size());
    }

    @Test
    void anotherTenantCanNeitherSeeNorEndIt() {
        NewApiKey made = keys.create(ACME, "ours", READ);

        assertEquals(Either.left(new KeyRefused.Unknown()), keys.revoke(RIVAL, made.key().id()));
        assertEquals(
                Either.left(new RotationRefused.NotGood(new KeyRefused.Unknown())),
                keys.rotate(RIVAL, made.key().id(), Duration.ofSeconds(0)));
        assertEquals(Array.empty(), keys.list(RIVAL));
        assertTrue(keys.authenticate(made.token()).isRight());
    }

    @Test
    void rotationLeavesTimeToChangeOver() {
        NewApiKey old = keys.create(ACME, "robot", READ);

        NewApiKey next = keys.rotate(ACME, old.key().id(), Duration.ofSeconds(60)).get();

        assertEquals("robot", next.key().name());
        now.set(1_059);
        assertTrue(keys.authenticate(old.token()).isRight());
        now.set(1_060);
        assertTrue(keys.authenticate(old.token()).isLeft());
        assertTrue(keys.authenticate(next.token()).isRight());
    }

    @Test
    void rotationDoesNotExtendAnExpiry() {
        NewApiKey old = keys.create(ACME, "robot", READ, Instant.ofEpochSecond(1_030));

        NewApiKey next = keys.rotate(ACME, old.key().id(), Duration.ofSeconds(60)).get();

        now.set(1_030);
        assertTrue(keys.authenticate(old.token()).isLeft());
        assertTrue(keys.authenticate(next.token()).isLeft());
    }

    @Test
    void anEndedKeyIsNotRotated() {
        NewApiKey old = keys.create(ACME, "robot", READ);
        assertTrue(keys.revoke(ACME, old.key().id()).isRight());

        assertEquals(
                Either.left(new RotationRefused.NotGood(new KeyRefused.Ended(old.key().id(), new UnixTime(1_000)))),
                keys.rotate(ACME, old.key().id(), Duration.ofSeconds(60)));
    }

    @Test
    void aKeyThatWasReplacedIsNotRotatedAgain() {
        NewApiKey old = keys.create(ACME, "robot", READ);
        NewApiKey next = keys.rotate(ACME, old.key().id(), Duration.ofSeconds(60)).get();

        assertEquals(
                Either.left(new RotationRefused.Replaced(old.key().id(), new UnixTime(1_060))),
                keys.rotate(ACME, old.key().id(), Duration.ofSeconds(60)));
        assertEquals(
                Option.none(), keys.rotate(ACME, next.key().id(), Duration.ofSeconds(60)).get().key().endsAt());
    }

    @Test
    void aKeyIsFoundByItsTokenAlsoOnceItHasEnded() {
        NewApiKey key = keys.create(ACME, "robot", READ);
        ApiKey revoked = keys.revoke(ACME, key.key().id()).get();

        assertEquals(Option.some(revoked), keys.find(key.token()));
        assertEquals(Option.none(), keys.find(key.token().substring(1)));
        assertEquals(Option.none(), keys.find("no key"));
    }

    @Test
    void allKeysOfOneTenantAreRevokedAtOnce() {
        NewApiKey first = keys.create(ACME, "first", READ);
        NewApiKey ending = keys.rotate(ACME, first.key().id(), Duration.ofSeconds(60)).get();
        NewApiKey other = keys.create(new Tenant("rival"), "other", READ);

        Seq<ApiKey> revoked = keys.revokeAll(ACME);

        assertEquals(HashSet.of(first.key().id(), ending.key().id()), revoked.map(ApiKey::id).toSet());
        assertTrue(keys.authenticate(first.token()).isLeft());
        assertTrue(keys.authenticate(ending.token()).isLeft());
        assertTrue(keys.authenticate(other.token()).isRight());
        assertEquals(0, keys.revokeAll(ACME).size());
    }

    @Test
    void aRotatedKeyKeepsTheLineOfTheFirstKey() {
        NewApiKey first = keys.create(ACME, "robot", READ);
        NewApiKey second = keys.rotate(ACME, first.key().id(), Duration.ofSeconds(60)).get();
        NewApiKey third = keys.rotate(ACME, second.key().id(), Duration.ofSeconds(60)).get();

        for (NewApiKey key : Array.of(first, second, third)) {
            assertEquals(
                    Either.right(new Caller(ACME, key.key().id(), first.key().id(), READ, TenantStanding.ACTIVE)),
                    keys.authenticate(key.token()));
        }
    }

    @Test
    void noGraceIsLongerThanAYear() {
        NewApiKey old = keys.create(ACME, "robot", READ);

        for (Duration grace : Array.of(Duration.ofSeconds(-1), ApiKeys.MAX_GRACE.plusSeconds(1))) {
            assertThrows(IllegalArgumentException.class, () -> keys.rotate(ACME, old.key().id(), grace));
        }
        assertTrue(keys.rotate(ACME, old.key().id(), ApiKeys.MAX_GRACE).isRight());
    }

    @Test
    void keysAreListedWithThoseThatEnded() {
        NewApiKey one = keys.create(ACME, "one", READ);
        NewApiKey two = keys.create(ACME, "two", HashSet.of(Scope.values()));
        assertTrue(keys.revoke(ACME, one.key().id()).isRight());

        assertEquals(
                Array.of(one.key().id(), two.key().id()).sorted(), keys.list(ACME).map(ApiKey::id));
    }

    @Test
    void aBootstrapKeyIsGoodWithTheBookThatTrustsItAlone() {
        ApiKeyRepository trusting = keys.trusting(ACME, CHOSEN).get();

        assertEquals(
                Either.right(new Caller(ACME, trusting.bootstrap().get().id(), HashSet.of(Scope.values()))),
                trusting.authenticate(CHOSEN));
        assertEquals(Either.left(new KeyRefused.Unknown()), keys.authenticate(CHOSEN));
        assertEquals(
                Either.left(new KeyRefused.Unknown()),
                keys.trusting(ACME, "another-token-of-mine").get().authenticate(CHOSEN));
        assertEquals(Array.empty(), trusting.list(ACME));
        assertEquals(Array.empty(), journal.events(0, 10).items());
    }

    @Test
    void besideABootstrapKeyTheOthersAreAsGoodAsEver() {
        NewApiKey made = keys.create(ACME, "robot", READ);

        assertEquals(
                keys.authenticate(made.token()), keys.trusting(ACME, CHOSEN).get().authenticate(made.token()));
    }

    @Test
    void aKeyOnRecordDoesNotBecomeABootstrapKey() {
        NewApiKey made = keys.create(ACME, "robot", READ);

        assertEquals(Option.some(made.key()), keys.trusting(ACME, made.token()).swap().toOption());
    }

    @Test
    void keysWithoutNameOrScopeAreNotMade() {
        assertThrows(IllegalArgumentException.class, () -> keys.create(ACME, " ", READ));
        assertThrows(IllegalArgumentException.class, () -> keys.create(ACME, "a\nb", READ));
        assertThrows(IllegalArgumentException.class, () -> keys.create(ACME, "none", HashSet.empty()));
    }
}
