package dev.mandate.engine.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.access.TenantStanding;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.access.NewApiKey;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestTokenHash;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

class TenantStandingsTest {

    private static final Tenant ACME = new Tenant("acme");
    private static final Tenant RIVAL = new Tenant("rival");
    private static final OperatorName OPS = new OperatorName("ops");
    private static final UnixTime NOW = new UnixTime(1_764_547_200);

    private final InMemoryJournal journal = new InMemoryJournal();
    private final TenantStandings standings = new TenantStandings(journal, () -> NOW);
    private final ApiKeyRepository keys = new ApiKeyRepository(journal, new TestTokenHash(), () -> NOW, new SecureRandom());

    private TenantStanding standing(NewApiKey key) {
        return keys.authenticate(key.token()).get().standing();
    }

    @Test
    void aSuspensionConcernsAllKeysOfTheTenantAndNoOthers() {
        NewApiKey first = keys.create(ACME, "first", HashSet.of(Scope.BUILD));
        NewApiKey other = keys.create(RIVAL, "other", HashSet.of(Scope.BUILD));

        assertEquals(Either.right(new TenantRecord(TenantStanding.SUSPENDED, OPS, NOW)), standings.suspend(ACME, OPS));

        NewApiKey second = keys.create(ACME, "second", HashSet.of(Scope.BUILD));
        assertEquals(TenantStanding.SUSPENDED, standing(first));
        assertEquals(TenantStanding.SUSPENDED, standing(second));
        assertEquals(TenantStanding.ACTIVE, standing(other));
        assertTrue(standings.resume(ACME, OPS).isRight());
        assertEquals(TenantStanding.ACTIVE, standing(first));
        assertEquals(Array.of(ACME), standings.decided());
    }

    @Test
    void aRepeatedCommandRecordsNothing() {
        assertEquals(Either.left(new TenantStandings.Unchanged(Option.none())), standings.resume(ACME, OPS));
        TenantRecord suspended = standings.suspend(ACME, OPS).get();

        assertEquals(
                Either.left(new TenantStandings.Unchanged(Option.some(suspended))), standings.suspend(ACME, new OperatorName("another")));
        assertEquals(1, journal.events(0, 10).items().size());
    }
}
