package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.spi.keys.KeyVault;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VaultOpeningTest {

    private static final ManagedKeyId KEY = new ManagedKeyId("key_" + "1".repeat(32));

    @TempDir
    private Path folder = Path.of("");

    private final List<String> logged = new ArrayList<>();

    @Test
    void aSimulatedSandboxMakesAPassphraseOnceAndSaysSo() throws IOException {
        Address first = address(open(sandbox()));
        Path made = folder.resolve("vault.passphrase");

        assertEquals(first, address(open(sandbox())));
        assertEquals(
                Array.of("without --vault-passphrase-file the passphrase of the key vault is made in " + made
                        + ": good for trying things out alone"),
                Array.ofAll(logged));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(made)));
        assertFalse(logged.toString().contains(Files.readString(made).strip()));
    }

    @Test
    void aGivenPassphraseSealsTheVault() throws IOException {
        Path passphrase = PassphraseFixture.in(Files.createDirectory(folder.resolve("elsewhere")));
        ServeSettings settings = ServeSettings.of(HashMap.of(
                        Setting.DATA_DIR, folder.toString(), Setting.VAULT_PASSPHRASE_FILE, passphrase.toString()))
                .get();
        Address first = address(open(settings));

        assertEquals(first, address(open(settings)));
        assertTrue(logged.isEmpty());
        Path changed = Files.writeString(passphrase, "another one\n");
        assertEquals(
                Either.left("the passphrase is not that of the key vault in " + folder.resolve("vault")),
                open(settings),
                changed::toString);
    }

    @Test
    void aVaultThatTheJournalNamesIsNotMade() {
        String why = VaultOpening.open(sandbox(), Option.some(Address.ZERO), logged::add).getLeft();

        assertTrue(why.startsWith("there is no key vault in " + folder.resolve("vault") + ", and the journal names the key "), why);
        assertFalse(Files.exists(folder.resolve("vault")));
    }

    @Test
    void anUnreachableKmsStopsTheStartInOneLine() {
        ServeSettings settings = ServeSettings.of(HashMap.of(
                        Setting.CHAIN, "simulated",
                        Setting.HTTP_PORT, "0",
                        Setting.DATA_DIR, folder.toString(),
                        Setting.KMS, "aws-kms:eu-central-1?endpoint=http://127.0.0.1:9"))
                .get();
        System.setProperty("aws.accessKeyId", "AKIDEXAMPLE");
        System.setProperty("aws.secretAccessKey", "secret");
        try {
            String why = Serving.start(settings, "test", new PrintWriter(new StringWriter())).getLeft();

            assertTrue(why.startsWith("--kms: the operator's key can't be used: AWS KMS: Unable to execute HTTP request: Connection refused"), why);
            assertEquals(1, why.lines().count());
        } finally {
            System.clearProperty("aws.accessKeyId");
            System.clearProperty("aws.secretAccessKey");
        }
    }

    private ServeSettings sandbox() {
        return ServeSettings.of(HashMap.of(Setting.DATA_DIR, folder.toString(), Setting.CHAIN, "simulated")).get();
    }

    private Either<String, KeyVault> open(ServeSettings settings) {
        return VaultOpening.open(settings, Option.none(), logged::add);
    }

    private static Address address(Either<String, KeyVault> opened) {
        try (KeyVault vault = opened.get()) {
            return vault.ensure(new Tenant("acme"), KEY).get();
        }
    }
}
