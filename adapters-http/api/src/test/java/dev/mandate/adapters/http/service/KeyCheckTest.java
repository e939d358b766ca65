package dev.mandate.adapters.http.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.access.TenantStanding;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.engine.access.TenantStandings;
import dev.mandate.ports.api.access.NewApiKey;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.FailureCode;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestTokenHash;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class KeyCheckTest {

    private static final Tenant ACME = new Tenant("acme");
    private static final long SECOND = 1_000_000_000;
    private static final UnixTime NOW = new UnixTime(1_764_547_200);

    private final InMemoryJournal journal = new InMemoryJournal();
    private final TenantStandings standings = new TenantStandings(journal, () -> NOW);
    private final ApiKeyRepository keys = new ApiKeyRepository(journal, new TestTokenHash(), () -> NOW, new SecureRandom());
    /** The clock may start anywhere and may overflow. */
    private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - SECOND / 2);
    private final KeyCheck check = new KeyCheck(keys, Option.none(), nanoTime::get);

    @Test
    void aKeyThatWasGoodIsGoodForASecondMore() {
        NewApiKey key = key("first");
        assertEquals(Either.right(ACME), tenant(key));
        assertTrue(keys.revoke(ACME, key.key().id()).isRight());

        nanoTime.addAndGet(SECOND - 1);
        assertEquals(Either.right(ACME), tenant(key));

        nanoTime.addAndGet(1);
        assertEquals(Either.left(ErrorCode.API_KEY_ENDED), tenant(key));
    }

    @Test
    void aSuspensionIsSeenWithinASecond() {
        NewApiKey key = key("first");
        assertEquals(Either.right(TenantStanding.ACTIVE), caller(key).map(Caller::standing));
        assertTrue(standings.suspend(ACME, new OperatorName("ops")).isRight());

        nanoTime.addAndGet(SECOND);

        assertEquals(Either.right(TenantStanding.SUSPENDED), caller(key).map(Caller::standing));
    }

    @Test
    void toBeAskedForDoesNotMakeItLastLonger() {
        NewApiKey key = key("busy");
        assertEquals(Either.right(ACME), tenant(key));
        assertTrue(keys.revoke(ACME, key.key().id()).isRight());
        for (int tenth = 1; tenth < 10; tenth++) {
            nanoTime.addAndGet(SECOND / 10);
            assertEquals(Either.right(ACME), tenant(key));
        }

        nanoTime.addAndGet(SECOND / 10);
        assertEquals(Either.left(ErrorCode.API_KEY_ENDED), tenant(key));
    }

    @Test
    void oneKeyIsNotTakenForAnother() {
        NewApiKey first = key("first");
        NewApiKey second = key("second");

        assertEquals(Either.right(first.key().id()), caller(first).map(Caller::key));
        assertEquals(Either.right(second.key().id()), caller(second).map(Caller::key));
        assertEquals(Either.right(first.key().id()), caller(first).map(Caller::key));
    }

    private NewApiKey key(String name) {
        return keys.create(ACME, name, HashSet.of(Scope.READ));
    }

    private Either<FailureCode, Tenant> tenant(NewApiKey key) {
        return caller(key).map(Caller::tenant).mapLeft(Failure::code);
    }

    private Either<Failure, Caller> caller(NewApiKey key) {
        return check.caller(Headers.NONE.with("authorization", "Bearer " + key.token()));
    }
}
