package dev.mandate.engine.tenant;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.Writability;
import dev.mandate.ports.api.tenant.Readiness.Health;
import dev.mandate.ports.api.tenant.Readiness.StoreHealth;
import dev.mandate.ports.api.tenant.Readiness.VaultHealth;
import dev.mandate.adapters.kms.CreationSecret;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.kms.VaultOperatorKey;
import dev.mandate.engine.Engines;
import dev.mandate.simulator.keys.TestKeyVault;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
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
    void aVaultThatIsAwayIsSilentAndAnswersAfterItsReturn(@TempDir Path folder) {
        TestKeyVault vault = new TestKeyVault();
        OperatorSecret secret = OperatorSecret.openOrCreate(folder.resolve(OperatorSecret.NAME)).get();
        Engines engines = fixture.engine(VaultOperatorKey.open(vault, secret, CreationSecret.derivedFrom(secret)).get());
        assertEquals(VaultHealth.ANSWERS, engines.readiness().vault());
        vault.silent(true);
        assertEquals(VaultHealth.SILENT, engines.readiness().vault());
        assertEquals(Health.SILENT, engines.readiness().all());
        vault.silent(false);

        assertEquals(Health.ANSWERS, engines.readiness().all());
    }

    @Test
    void aStoreThatGivesNoAnswerIsSilent() {
        Readiness readiness = over(() -> {
            throw new JournalUnavailableException(Effect.NONE, "away");
        });

        assertEquals(StoreHealth.SILENT, readiness.store());
    }
}
