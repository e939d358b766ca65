package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.kms.file.FileVault;
import dev.mandate.domain.chain.Address;
import dev.mandate.engine.audit.AnchoredCheckpoints.Consent;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A first start that is refused leaves nothing behind: neither a folder, nor a secret, a vault or a journal in it. Its exit code says whether the next start
 * may end in another way: 1 if it may, 2 if an operator has to change something.
 */
class RefusedStartTest {

    private static final String OTHER = "SysvarC1ock11111111111111111111111111111111";

    @TempDir
    private Path folder = Path.of("");

    private Path data = folder;
    private Path vault = folder;

    @BeforeEach
    void nameFolders() {
        data = folder.resolve("data");
        vault = folder.resolve("vault");
    }

    @Test
    void aTakenPort() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());

            assertLeavesNothing(1, "cannot listen", HashMap.of(Setting.HTTP_PORT, port));
            assertLeavesNothing(1, "cannot listen", HashMap.of(Setting.METRICS_PORT, port));
        }
    }

    @Test
    void aDatabaseThatIsAway() {
        assertLeavesNothing(1, "can't be used", HashMap.of(Setting.STORE, "jdbc:postgresql://127.0.0.1:1/custody?user=mandate"));
    }

    @Test
    void aPassphraseOrPinThatIsMissing() {
        assertLeavesNothing(
                1, "--vault-passphrase-file: there is no key at ", HashMap.of(Setting.VAULT_PASSPHRASE_FILE, folder.resolve("none").toString()));
        assertLeavesNothing(1, "there is no key at ", HashMap.of(Setting.KMS, token(folder.resolve("none"))));
    }

    @Test
    void aPassphraseOrPinThatOthersCanRead() throws IOException {
        Path open = Files.setPosixFilePermissions(line("open", "words"), PosixFilePermissions.fromString("rw-r--r--"));

        assertLeavesNothing(2, "is open to others", HashMap.of(Setting.VAULT_PASSPHRASE_FILE, open.toString()));
        assertLeavesNothing(2, "is open to others", HashMap.of(Setting.KMS, token(open)));
    }

    @Test
    void aPassphraseOrPinThatIsEmpty() throws IOException {
        Path empty = line("empty", "");

        assertLeavesNothing(2, "is damaged (empty)", HashMap.of(Setting.VAULT_PASSPHRASE_FILE, empty.toString()));
        assertLeavesNothing(2, "is damaged (empty)", HashMap.of(Setting.KMS, token(empty)));
    }

    @Test
    void aFeePayerOfAVaultThatIsNotThere() {
        assertLeavesNothing(1, "there is no key vault in " + vault, HashMap.of(Setting.FEE_PAYER, OTHER, Setting.VAULT_DIR, vault.toString()));
    }

    @Test
    void anotherFeePayerThanThatOfTheVault() throws IOException {
        Map<Setting, String> itsOwn = ofVault(line("passphrase", "words"));
        String noKey = "--fee-payer is " + OTHER + ", and the key vault has no key of the operator";
        try (FileVault made = FileVault.openOrCreate(vault, "words".getBytes(StandardCharsets.UTF_8)).get()) {
            assertLeavesNothing(2, noKey, itsOwn.put(Setting.FEE_PAYER, OTHER));

            Address key = made.ensure(AuthorizedMessage.OPERATOR, AuthorizedMessage.FEE_PAYER).get();
            String otherKey = "--fee-payer is " + OTHER + ", and the key in the vault is that of " + key;
            assertLeavesNothing(2, otherKey, itsOwn.put(Setting.FEE_PAYER, OTHER));
            assertEquals(Either.right(key), start(itsOwn.put(Setting.FEE_PAYER, key.toString()), Consent.ADOPT_JOURNAL));
        }
    }

    @Test
    void anotherPassphraseThanThatOfTheVault() throws IOException {
        FileVault.openOrCreate(vault, "words".getBytes(StandardCharsets.UTF_8)).get().close();
        Map<Setting, String> wrong = ofVault(line("wrong", "other words"));
        String why = "the passphrase is not that of the key vault in " + vault;

        assertLeavesNothing(2, why, wrong);
        assertLeavesNothing(1, "--vault-passphrase-file: there is no key at ", HashMap.of(Setting.VAULT_DIR, vault.toString()));
        assertTrue(start(ofVault(line("passphrase", "words"))).isRight());
        assertEquals(Either.left(new StartRefusal(2, why)), start(wrong));
    }

    private Map<Setting, String> ofVault(Path passphrase) {
        return HashMap.of(Setting.VAULT_DIR, vault.toString(), Setting.VAULT_PASSPHRASE_FILE, passphrase.toString());
    }

    private static String token(Path pin) {
        return "pkcs11:token=none?module-path=/none.so&pin-source=file:" + pin;
    }

    private Path line(String name, String words) throws IOException {
        return Files.setPosixFilePermissions(Files.writeString(folder.resolve(name), words + "\n"), PosixFilePermissions.fromString("rw-------"));
    }

    private void assertLeavesNothing(int exitCode, String why, Map<Setting, String> more) {
        StartRefusal refusal = start(more).swap().getOrElseThrow(feePayer -> new AssertionError("it started, paid by " + feePayer));

        assertTrue(refusal.text().contains(why), refusal::text);
        assertEquals(exitCode, refusal.exitCode(), refusal::text);
        assertFalse(Files.exists(data), refusal::text);
    }

    /** The fee payer of a server that started, and has ended. */
    private Either<StartRefusal, Address> start(Map<Setting, String> more, Consent... consents) {
        ServeSettings settings = ServeSettings.of(more.merge(HashMap.of(
                        Setting.CHAIN, "simulated", Setting.HTTP_PORT, "0", Setting.DATA_DIR, data.toString())))
                .getOrElseThrow(problems -> new AssertionError(problems.toString()));
        return Serving.startChecked(settings, HashSet.of(consents), "test", new PrintWriter(new StringWriter())).map(serving -> {
            try (serving) {
                return serving.feePayer();
            }
        });
    }
}
