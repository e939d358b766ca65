package dev.mandate.engine.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.access.NewApiKey;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestTokenHash;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

class KeyUsesTest {

    private static final Tenant ACME = new Tenant("acme");

    private final InMemoryJournal journal = new InMemoryJournal();
    private long now = 1_000;
    private final ApiKeyRepository keys = instance();
    private final NewApiKey key = keys.create(ACME, "robot", HashSet.of(Scope.READ));

    private ApiKeyRepository instance() {
        return new ApiKeyRepository(journal, new TestTokenHash(), () -> new UnixTime(now), new SecureRandom());
    }

    private void use(ApiKeyRepository by, long at) {
        now = at;
        assertTrue(by.authenticate(key.token()).isRight());
    }

    private Option<KeyUse> recorded() {
        return keys.uses().find(key.key().id());
    }

    @Test
    void theFirstAndTheLastUseAreRecordedAndNoUseCostsAWrite() {
        use(keys, 1_010);
        use(keys, 1_020);
        use(keys, 1_030);
        assertEquals(Option.none(), recorded());

        keys.uses().record();

        assertEquals(Option.some(new KeyUse(new UnixTime(1_010), new UnixTime(1_030))), recorded());
        use(keys, 1_040);
        keys.uses().record();
        assertEquals(Option.some(new KeyUse(new UnixTime(1_010), new UnixTime(1_040))), recorded());
    }

    @Test
    void anotherInstancesLaterUseStays() {
        ApiKeyRepository other = instance();
        use(keys, 1_010);
        use(other, 1_020);
        other.uses().record();

        keys.uses().record();

        assertEquals(Option.some(new KeyUse(new UnixTime(1_010), new UnixTime(1_020))), recorded());
    }

    @Test
    void aRefusedKeyIsNotUsed() {
        assertTrue(keys.revoke(ACME, key.key().id()).isRight());
        assertTrue(keys.authenticate(key.token()).isLeft());

        keys.uses().record();

        assertEquals(Option.none(), recorded());
    }
}
