package dev.mandate.engine.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** Which limits replaced which, for tenants that have the same account. */
class LimitSuccessionsTest {

    private static final Address OLD = TestKey.of("old").address();
    private static final Address NEXT = TestKey.of("next").address();

    private final InMemoryJournal journal = new InMemoryJournal();
    private final LimitSuccessions acmes = new LimitSuccessions(of("acme"));
    private final LimitSuccessions rivals = new LimitSuccessions(of("rival"));

    private TenantJournal of(String tenant) {
        return new TenantJournal(journal, () -> EngineLimitFixture.START, new Tenant(tenant), Network.DEVNET);
    }

    private static Option<Address> standing(LimitSuccessions successions) {
        return successions.standing(OLD, HashSet.of(NEXT));
    }

    @Test
    void aTenantsBuildsAreNoneOfAnothers() {
        acmes.built(OLD, NEXT);

        Array.range(0, 100).forEach(number -> rivals.built(OLD, TestKey.of("never landed " + number).address()));

        assertEquals(Option.some(NEXT), standing(acmes));
        assertEquals(Option.none(), standing(rivals));
    }

    @Test
    void severalBuildsThatDoNotLandLeaveTheFirstKnown() {
        acmes.built(OLD, NEXT);

        Array.range(0, 63).forEach(number -> acmes.built(OLD, TestKey.of("never landed " + number).address()));

        assertEquals(Option.some(NEXT), standing(acmes));
    }

    /** As earlier versions wrote it: for all tenants of the network. */
    private record Built(Address limit) {}

    private record Successors(Array<Address> limits) {}

    @Test
    void whatWasRecordedForAllTenantsIsStillRead() {
        EntityType<Successors, Built> earlier = EntityType.of(
                "limit-replacement",
                Successors.class,
                Built.class,
                (before, event) -> new Successors(before.map(Successors::limits).getOrElse(Array.empty()).append(event.limit())));
        Address second = TestKey.of("second").address();
        var unused = of("acme").shared(earlier).update(OLD.toString(), before -> Either.right(Array.of(new Built(second))));

        acmes.built(second, NEXT);

        assertEquals(Option.some(NEXT), standing(acmes), "an earlier record leads on to a newer one");
        assertEquals(Option.some(second), rivals.standing(OLD, HashSet.of(second)));
    }
}
