package dev.mandate.engine.tenant;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.Writability;
import dev.mandate.ports.api.tenant.Readiness.Health;
import dev.mandate.ports.api.tenant.Readiness.StoreHealth;
import dev.mandate.ports.api.tenant.Readiness;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What the service says of what it stands on. */
class ReadinessTest {

    private final ServiceFixture fixture = new ServiceFixture();

    private Readiness over(Supplier<Writability> writability) {
        Journal journal = (Journal) Proxy.newProxyInstance(
                Journal.class.getClassLoader(), new Class<?>[] {Journal.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("writability")) {
                        return writability.get();
                    }
                    try {
                        return method.invoke(fixture.journal, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return fixture.engine(fixture.devnet, journal, ServiceFixture.GENEROUS).readiness();
    }

    @Test
    void aStoreThatTakesWritesIsReady() {
        Readiness readiness = over(() -> Writability.WRITABLE);

        assertEquals(StoreHealth.ANSWERS, readiness.store());
        assertEquals(Health.ANSWERS, readiness.all());
    }

    @Test
    void aStoreThatTakesNoWritesIsNotThoughItCanBeRead() {
        Readiness readiness = over(() -> Writability.READ_ONLY);

        assertEquals(StoreHealth.READ_ONLY, readiness.store());
        assertEquals(Health.SILENT, readiness.all());
    }

    @Test
    void aStoreThatGivesNoAnswerIsSilent() {
        Readiness readiness = over(() -> {
            throw new JournalUnavailableException(Effect.NONE, "away");
        });

        assertEquals(StoreHealth.SILENT, readiness.store());
    }
}
