package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.kms.AnchorFile;
import dev.mandate.app.Mandate;
import dev.mandate.domain.chain.Address;
import dev.mandate.engine.audit.AnchoredCheckpoints.Consent;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A key vault, and the journal that says what its keys are for. */
class VaultOfJournalTest {

    @TempDir
    private Path root = Path.of("");

    private Path vault = Path.of("");
    private Path passphrase = Path.of("");
    private Path data = Path.of("");
    private Path other = Path.of("");
    private final StringWriter log = new StringWriter();

    @BeforeEach
    void useAVaultOutsideOfTheDataFolder() throws IOException {
        vault = root.resolve("shared").resolve("vault");
        passphrase = PassphraseFixture.in(root);
        data = root.resolve("data");
        other = root.resolve("other");
        start(data, vault).get().close();
    }

    private Either<String, Serving> start(Path folder, Path keys, Consent... consents) {
        return ServeSettings.of(HashMap.of(
                        Setting.CHAIN, "simulated",
                        Setting.HTTP_PORT, "0",
                        Setting.DATA_DIR, folder.toString(),
                        Setting.VAULT_DIR, keys.toString(),
                        Setting.VAULT_PASSPHRASE_FILE, passphrase.toString()))
                .mapLeft(Object::toString)
                .flatMap(settings -> Serving.start(settings, HashSet.of(consents), "test", new PrintWriter(log, true)));
    }

    private void assertRefused(String why, Either<String, Serving> started) {
        started.forEach(Serving::close);
        assertTrue(started.isLeft());
        assertTrue(started.getLeft().contains(why), started::getLeft);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                Files.delete(file);
            }
        }
    }

    @Test
    void theVaultIsInItsFolderAlone() {
        assertTrue(Files.exists(vault.resolve("header")));
        assertTrue(Files.exists(vault.resolve("keys-1").resolve("journal")));
        assertFalse(Files.exists(data.resolve("vault")));
        start(data, vault).get().close();
    }

    @Tag("full")
    @Test
    void anEmptyJournalIsRefusedUntilTheVaultIsGivenToIt() {
        assertRefused("the journal is a new one, and the key vault belongs to the journal ", start(other, vault));
        assertRefused("--adopt-journal", start(other, vault, Consent.ACCEPT_LOST_COMMITS));

        start(other, vault, Consent.ADOPT_JOURNAL).get().close();

        assertTrue(log.toString().contains("this journal belongs to this folder and its key vault from now on"), log::toString);
        start(other, vault).get().close();
        assertRefused("and the key vault belongs to the journal ", start(data, vault));
    }

    @Test
    void aLostDataFolderIsNotMadeAnewBesideItsKeys() throws IOException {
        delete(data);
        assertRefused("the journal is a new one, and the key vault belongs to the journal ", start(data, vault));
        assertFalse(Files.exists(data.resolve(AnchorFile.NAME)));
    }

    /** No consent makes one vault out of two: a journal needs the keys that it names. */
    @Test
    void aJournalWithAVaultOfItsOwnTakesNoOther() {
        Path own = root.resolve("own");
        start(other, own).get().close();
        assertRefused("and the key vault belongs to the journal ", start(other, vault));
        assertRefused("the key vault's fee payer is ", start(other, vault, Consent.ADOPT_JOURNAL));

        start(other, own).get().close();
        start(data, vault).get().close();
    }

    @Tag("full")
    @Test
    void aVaultOfAnEarlierVersionIsTakenByTheJournalThatNamesItsKeys() throws IOException {
        Path remembered = vault.resolve("keys-1").resolve("journal");
        Files.delete(remembered);
        assertRefused("the key vault has 1 key, and the journal names none of them", start(other, vault));
        assertFalse(Files.exists(remembered));

        start(data, vault).get().close();

        assertTrue(Files.exists(remembered));
        start(data, vault).get().close();
    }

    @Tag("full")
    @Test
    void aVaultOfAnEarlierVersionIsGivenToAnEmptyJournal() throws IOException {
        Files.delete(vault.resolve("keys-1").resolve("journal"));

        start(other, vault, Consent.ADOPT_JOURNAL).get().close();
        start(other, vault).get().close();
    }

    @Tag("full")
    @Test
    void aChangedEntryStopsTheStart() throws IOException {
        Path remembered = vault.resolve("keys-1").resolve("journal");
        byte[] content = Files.readAllBytes(remembered);
        content[20] ^= 1;
        assertEquals(remembered, Files.write(remembered, content));

        assertRefused("is damaged", start(data, vault, Consent.ADOPT_JOURNAL));
    }

    @Tag("full")
    @Test
    void aBackupHoldsTheVaultAndIsRestoredWhereItShallBe() throws IOException {
        Path file = root.resolve("backup.zip");
        Path restored = root.resolve("restored");
        Path keys = root.resolve("elsewhere").resolve("keys");
        mandate("backup", file.toString(), "--data-dir", data.toString(), "--vault-dir", vault.toString());
        Address feePayer = feePayer(data, vault);

        mandate("restore", file.toString(), "--data-dir", restored.toString(), "--vault-dir", keys.toString());

        assertTrue(Files.exists(keys.resolve("keys-1").resolve("journal")));
        assertFalse(Files.exists(restored.resolve("vault")));
        assertEquals(feePayer, feePayer(restored, keys));
        delete(restored);
        long before = Files.getLastModifiedTime(keys.resolve("header")).toMillis();
        mandate("restore", file.toString(), "--data-dir", restored.toString(), "--vault-dir", keys.toString());
        assertEquals(before, Files.getLastModifiedTime(keys.resolve("header")).toMillis(), "a vault that is there stays");
        assertEquals(feePayer, feePayer(restored, keys));
    }

    @Tag("full")
    @Test
    void aVaultWithinTheDataFolderIsRestoredThere() throws IOException {
        Path file = root.resolve("backup.zip");
        Path restored = root.resolve("restored");
        mandate("backup", file.toString(), "--data-dir", data.toString(), "--vault-dir", vault.toString());
        Address feePayer = feePayer(data, vault);

        mandate("restore", file.toString(), "--data-dir", restored.toString(), "--vault-dir", restored.resolve("own/keys").toString());
        assertEquals(feePayer, feePayer(restored, restored.resolve("own/keys")));
        assertTrue(mandate(1, "restore", file.toString(), "--data-dir", root.resolve("one").toString(), "--vault-dir", root.resolve("one").toString())
                .contains("the vault's folder and the data folder are one"));
    }

    /** As a server leaves it that was started with a wrong folder. */
    @Tag("full")
    @Test
    void aVaultWithoutKeysIsReplacedByTheBackups() throws IOException {
        Path file = root.resolve("backup.zip");
        Path keys = root.resolve("keys");
        mandate("backup", file.toString(), "--data-dir", data.toString(), "--vault-dir", vault.toString());
        Address feePayer = feePayer(data, vault);
        Path generation = Files.createDirectories(keys.resolve("keys-1"));
        Files.copy(vault.resolve("header"), keys.resolve("header"));
        Files.copy(vault.resolve("keys-1").resolve("journal"), generation.resolve("journal"));

        mandate("restore", file.toString(), "--data-dir", root.resolve("restored").toString(), "--vault-dir", keys.toString());
        assertEquals(feePayer, feePayer(root.resolve("restored"), keys));
    }

    @Test
    void aBackupWithoutTheVaultSaysSo() {
        String file = root.resolve("backup.zip").toString();

        assertTrue(mandate(1, "backup", file, "--data-dir", data.toString(), "--vault-dir", root.resolve("none").toString())
                .contains("There is no key vault in "));
        assertTrue(mandate(0, "backup", file, "--data-dir", data.toString()).contains("give the same --vault-dir here"));
    }

    @Tag("full")
    @Test
    void thePassphraseOfAVaultInItsOwnFolderIsChanged() throws IOException {
        Path fresh = PassphraseFixture.in(Files.createDirectory(root.resolve("fresh")));
        mandate(
                "vault", "rotate", "--data-dir", data.toString(), "--vault-dir", vault.toString(), "--vault-passphrase-file", passphrase.toString(),
                "--new-passphrase-file", fresh.toString());

        assertTrue(Files.exists(vault.resolve("keys-2").resolve("journal")));
        start(data, vault).get().close();
    }

    @Tag("full")
    @Test
    void theVerificationComparesTheVaultToo() {
        String[] own = verification(data);
        assertTrue(mandate(0, own).contains("1 keys; it belongs to this journal"));
        assertTrue(mandate(0, "verify-log", "--data-dir", data.toString()).contains("not judged: give --vault-passphrase-file"));
        start(other, root.resolve("own")).get().close();

        assertTrue(mandate(1, verification(other)).contains("✗ the vault in " + vault + " belongs to the journal "));
    }

    private String[] verification(Path folder) {
        return new String[] {
            "verify-log", "--data-dir", folder.toString(), "--vault-dir", vault.toString(), "--vault-passphrase-file", passphrase.toString()
        };
    }

    private Address feePayer(Path folder, Path keys) {
        try (Serving serving = start(folder, keys).get()) {
            return serving.feePayer();
        }
    }

    private static void mandate(String... arguments) {
        var unused = mandate(0, arguments);
    }

    private static String mandate(int code, String... arguments) {
        StringWriter said = new StringWriter();
        assertEquals(
                code,
                Mandate.commandLine().setOut(new PrintWriter(said, true)).setErr(new PrintWriter(said, true)).execute(arguments),
                said::toString);
        return said.toString();
    }
}
