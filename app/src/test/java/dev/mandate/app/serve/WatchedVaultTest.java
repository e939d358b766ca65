package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.app.serve.ServeSettings.LogFormat;
import dev.mandate.app.serve.ServeSettings.Logging;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import dev.mandate.simulator.keys.TestKeyVault;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vavr.collection.Array;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class WatchedVaultTest {

    private static final Tenant ACME = new Tenant("acme");
    private static final ManagedKeyId KEY = new ManagedKeyId("key_" + "1".repeat(32));
    private static final ManagedKeyId OTHER = new ManagedKeyId("key_" + "2".repeat(32));

    private final StringWriter written = new StringWriter();
    private final ServeLog log = ServeLog.open(new Logging(LogFormat.JSON, Level.INFO), new PrintWriter(written));
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final TestKeyVault keys = new TestKeyVault();
    private final WatchedVault vault = new WatchedVault(keys, log, meters);

    @Test
    void signaturesFaultsAndAvailabilityAreMetrics() {
        Address made = vault.ensure(ACME, KEY).get();
        assertTrue(vault.sign(message(KEY, made)).isRight());
        assertTrue(vault.sign(message(OTHER, made)).isLeft());
        assertTrue(vault.sign(message(KEY, Address.ZERO)).isLeft());
        assertEquals(1, meters.get("mandate_vault_up").gauge().value());
        keys.silent(true);
        assertTrue(vault.find(ACME, KEY).isLeft());
        assertTrue(vault.destroy(ACME, KEY).isDefined());

        assertEquals(0, meters.get("mandate_vault_up").gauge().value());
        assertEquals(1, meters.get("mandate_vault_signatures").counter().count());
        assertEquals(2, faults("unavailable"));
        assertEquals(1, faults("unknown_key"));
        assertEquals(1, faults("damaged"));
    }

    @Test
    void oneLineSaysThatItIsAwayAndOneThatItIsBack() {
        keys.silent(true);
        for (int call = 0; call < 5; call++) {
            assertTrue(vault.find(ACME, KEY).isLeft());
        }
        keys.silent(false);
        assertTrue(vault.find(ACME, KEY).isRight());
        assertTrue(vault.find(ACME, OTHER).isRight());
        log.close();

        Array<String> lines = Array.ofAll(written.toString().lines().toList());
        assertEquals(2, lines.length(), written::toString);
        assertTrue(lines.get(0).contains("\"level\":\"error\"") && lines.get(0).contains("the key vault does not answer: silent"), written::toString);
        assertTrue(lines.get(1).contains("\"level\":\"info\"") && lines.get(1).contains("the key vault answers again"), written::toString);
    }

    private double faults(String fault) {
        return meters.get("mandate_vault_faults").tag("fault", fault).counter().count();
    }

    private static AuthorizedMessage message(ManagedKeyId key, Address signer) {
        return new AuthorizedMessage(ACME, key, signer, Bytes.of(new byte[] {1}));
    }
}
