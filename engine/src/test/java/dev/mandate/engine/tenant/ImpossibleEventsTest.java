package dev.mandate.engine.tenant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.engine.Engines;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.engine.access.OperatorBinding;
import dev.mandate.engine.access.OperatorIdentity;
import dev.mandate.engine.journal.Projection;
import dev.mandate.ports.api.access.NewApiKey;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.simulator.keys.TestTokenHash;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Events that cannot follow what is there are refused where an audit adds them up. */
class ImpossibleEventsTest {

    /** The kinds whose first event can't come twice. */
    private static final Set<String> BEGUN_ONCE =
            HashSet.of("api-key", "operator", "smart-account", "tenant-account", "creation", "submission");

    @RegisterExtension
    private final ServiceFixture fixture = new ServiceFixture();

    private void writeEventsOfEveryKind() {
        assertTrue(fixture.lamports(fixture.account(ServiceFixture.ACME)) >= 0);
        UnixTime now = ServiceFixture.START;
        ApiKeyRepository keys = new ApiKeyRepository(fixture.journal, new TestTokenHash(), () -> now, new SecureRandom());
        NewApiKey made = keys.create(new Tenant("acme"), "robot", HashSet.of(Scope.READ));
        assertTrue(keys.revoke(new Tenant("acme"), made.key().id()).isRight());
        OperatorIdentity operator = OperatorIdentity.of(new TestTokenHash());
        assertTrue(OperatorBinding.bind(fixture.journal, operator, now).isRight());
    }

    private Option<Payload> fold(Option<Payload> before, RecordedEvent event) {
        Projection projection = Engines.projections()
                .find(kind -> kind.streamKind().equals(event.stream().kind()))
                .get();
        return projection.fold().apply(before, event);
    }

    @Test
    void aStreamThatBeginsTwiceIsDamaged() {
        writeEventsOfEveryKind();
        var first = fixture.journal.events(0, 1_000).items().filter(event -> event.version() == 1 && BEGUN_ONCE.contains(event.stream().kind()));

        assertEquals(BEGUN_ONCE, first.map(event -> event.stream().kind()).toSet());
        for (RecordedEvent event : first) {
            Option<Payload> begun = fold(Option.none(), event);
            assertThrows(JournalDamagedException.class, () -> fold(begun, event), event::toString);
        }
    }

    @Test
    void aStreamWithoutItsFirstEventIsDamaged() {
        writeEventsOfEveryKind();
        var later = fixture.journal.events(0, 1_000).items().filter(event -> event.version() == 2 && BEGUN_ONCE.contains(event.stream().kind()));

        assertTrue(later.size() >= 2, later::toString);
        for (RecordedEvent event : later) {
            assertThrows(JournalDamagedException.class, () -> fold(Option.none(), event), event::toString);
        }
    }
}
