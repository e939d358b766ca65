package dev.mandate.adapters.kms.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.kms.KeyFileProblem;
import dev.mandate.adapters.kms.KeyMaker;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.audit.JournalId;
import dev.mandate.ports.spi.keys.JournalBinding;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.testkit.keys.KeyVaultContract;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileVaultTest extends KeyVaultContract {

    private static final Argon2Cost CHEAP = new Argon2Cost(64, 1, 1);
    private static final byte[] PASSPHRASE = "correct horse battery staple".getBytes(StandardCharsets.UTF_8);
    private static final byte[] FRESH = "another one".getBytes(StandardCharsets.UTF_8);

    private static final JournalId JOURNAL = new JournalId(Bytes32.of("journal of somebody's, 32 bytes!".getBytes(StandardCharsets.UTF_8)));

    @TempDir
    private Path root = Path.of("");

    @Override
    protected KeyVault open() {
        return FileVault.openOrCreate(folder(), PASSPHRASE, CHEAP).get();
    }

    @Override
    protected void takeAway() {
        move(folder(), root.resolve("unmounted"));
    }

    @Override
    protected void bringBack() {
        move(root.resolve("unmounted"), folder());
    }

    private static void move(Path from, Path to) {
        try {
            var unused = Files.move(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aVaultWithoutItsHeaderOrItsFolderOfKeysIsAway() {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();
        for (Path part : Array.of(folder().resolve("keys-1"), folder().resolve(VaultFolder.HEADER), folder())) {
            move(part, root.resolve("away"));
            assertAway(vault, made);
            move(root.resolve("away"), part);

            assertTrue(vault.sign(message(ACME, ONE, made, LONGEST)).isRight());
            assertEquals(Either.left(new VaultFault.UnknownKey(TWO)), vault.sign(message(ACME, TWO, made, LONGEST)));
        }
    }

    private static void assertAway(KeyVault vault, Address made) {
        assertInstanceOf(VaultFault.Unavailable.class, vault.sign(message(ACME, TWO, made, LONGEST)).getLeft());
        assertInstanceOf(VaultFault.Unavailable.class, vault.ensure(ACME, TWO).getLeft());
        assertInstanceOf(VaultFault.Unavailable.class, vault.destroy(ACME, ONE).get());
    }

    @Test
    void aKeyMadeByOneProcessIsTheKeyOfAnother() throws IOException, InterruptedException {
        open().close();
        Array<String> made = KeyMaker.race(FileKeyMaker.class, folder(), new String(PASSPHRASE, StandardCharsets.UTF_8));
        String expected = KeyMaker.addresses(vault()).mkString("", "\n", "\n");

        assertEquals(Array.of(expected, expected, expected), made);
    }

    @Test
    void itsFilesAreForTheirOwnersEyesAlone() throws IOException {
        assertTrue(vault().ensure(ACME, ONE).isRight());

        for (Path path : files()) {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path.getParent())));
        }
    }

    @Test
    void everyChangedBitOfAKeyIsNoticed() throws IOException {
        KeyVault vault = vault();
        assertTrue(vault.ensure(ACME, ONE).isRight());
        byte[] whole = Files.readAllBytes(key("acme", '1'));
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            Path changed = Files.write(key("acme", '1'), flipped(whole, bit));

            assertInstanceOf(VaultFault.Damaged.class, vault.ensure(ACME, ONE).getLeft(), changed::toString);
        }
    }

    @Test
    void everyChangedBitOfTheJournalsIdIsNoticed() throws IOException {
        KeyVault vault = vault();
        JournalBinding binding = vault.journalBinding().get();
        assertEquals(Option.none(), binding.bind(JOURNAL));
        Path file = folder().resolve("keys-1").resolve(VaultFolder.JOURNAL);
        byte[] whole = Files.readAllBytes(file);
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            Path changed = Files.write(file, flipped(whole, bit));

            assertTrue(binding.read().isLeft(), changed::toString);
        }
    }

    @Test
    void aVaultWithAnotherPassphraseBelongsToTheSameJournal() {
        KeyVault vault = vault();
        assertTrue(vault.ensure(ACME, ONE).isRight());
        assertEquals(Option.none(), vault.journalBinding().get().bind(JOURNAL));
        assertEquals(Either.right(1), FileVault.changePassphrase(folder(), PASSPHRASE, FRESH, CHEAP));

        try (KeyVault changed = FileVault.open(folder(), FRESH).get()) {
            assertEquals(Either.right(new JournalBinding.Content(Option.some(JOURNAL), 1)), changed.journalBinding().get().read());
        }
    }

    @Test
    void aShorterOrLongerFileOfAKeyIsNoticed() throws IOException {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();
        byte[] whole = Files.readAllBytes(key("acme", '1'));
        for (int length : new int[] {0, 1, 12, whole.length - 1, whole.length + 1}) {
            Path changed = Files.write(key("acme", '1'), Arrays.copyOf(whole, length));

            assertInstanceOf(VaultFault.Damaged.class, vault.sign(message(ACME, ONE, made, LONGEST)).getLeft(), changed::toString);
        }
    }

    @Test
    void everyChangedBitOfTheHeaderIsNoticedAndIsNoWrongPassphrase() throws IOException {
        open().close();
        byte[] whole = Files.readAllBytes(folder().resolve(VaultFolder.HEADER));
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            Path changed = Files.write(folder().resolve(VaultFolder.HEADER), flipped(whole, bit));

            assertInstanceOf(KeyFileProblem.Damaged.class, FileVault.open(folder(), PASSPHRASE).getLeft(), changed::toString);
        }
    }

    @Test
    void anotherKeysFileIsNoticed() throws IOException {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();
        for (var other : Array.of(Tuple.of(ACME, TWO), Tuple.of(OTHER, ONE))) {
            assertTrue(vault.ensure(other._1, other._2).isRight());
            Path swapped = Files.copy(
                    folder().resolve("keys-1").resolve(VaultFolder.name(other._1, other._2)),
                    key("acme", '1'),
                    StandardCopyOption.REPLACE_EXISTING);

            assertInstanceOf(VaultFault.Damaged.class, vault.ensure(ACME, ONE).getLeft(), swapped::toString);
            assertInstanceOf(VaultFault.Damaged.class, vault.sign(message(ACME, ONE, made, LONGEST)).getLeft());
        }
    }

    @Test
    void anotherPassphraseOpensNothing() {
        open().close();

        assertEquals(new KeyFileProblem.WrongPassphrase(folder()), FileVault.open(folder(), FRESH).getLeft());
        assertEquals(new KeyFileProblem.WrongPassphrase(folder()), FileVault.openOrCreate(folder(), FRESH, CHEAP).getLeft());
    }

    @Test
    void noTextShowsAKeyOrThePassphrase() throws IOException {
        FileVault vault = FileVault.openOrCreate(folder(), PASSPHRASE, CHEAP).get();
        assertTrue(vault.ensure(ACME, ONE).isRight());
        VaultHeader.Unlocked unlocked = new VaultFolder(folder()).header().get().unlock(folder(), PASSPHRASE).get();
        SealedSeed sealed = SealedSeed.parse(Files.readAllBytes(key("acme", '1'))).get();
        byte[] seed = sealed.open(unlocked.key(), "acme.key_" + "1".repeat(32)).get();
        Path swapped = Files.copy(key("acme", '1'), key("acme", '2'));
        Array<String> texts = Array.of(
                vault.toString(),
                vault.ensure(ACME, TWO).toString(),
                vault.ensure(ACME, ONE).toString(),
                vault.sign(message(ACME, ONE, Address.ZERO, LONGEST)).toString(),
                FileVault.open(folder(), FRESH).getLeft().text(),
                FileVault.open(swapped, PASSPHRASE).getLeft().text(),
                unlocked.toString(),
                sealed.toString());

        for (byte[] secret : Array.of(seed, unlocked.key().bytes(), PASSPHRASE)) {
            for (String text : texts) {
                assertFalse(text.contains(Bytes.of(secret).toHex()), text);
                assertFalse(text.contains(Base64.getEncoder().withoutPadding().encodeToString(secret)), text);
                assertFalse(text.contains(new String(secret, StandardCharsets.UTF_8)), text);
            }
        }
    }

    @Test
    void aChangedPassphraseOpensTheSameKeysAndTheOldOneOpensNothing() {
        KeyVault before = vault();
        Address one = before.ensure(ACME, ONE).get();
        Address two = before.ensure(OTHER, TWO).get();

        assertEquals(2, FileVault.changePassphrase(folder(), PASSPHRASE, FRESH, CHEAP).get());

        KeyVault after = FileVault.open(folder(), FRESH).get();
        assertEquals(one, after.ensure(ACME, ONE).get());
        assertEquals(two, after.ensure(OTHER, TWO).get());
        assertTrue(after.sign(message(ACME, ONE, one, LONGEST)).isRight());
        assertInstanceOf(KeyFileProblem.WrongPassphrase.class, FileVault.open(folder(), PASSPHRASE).getLeft());
        assertFalse(Files.exists(folder().resolve("keys-1")));
    }

    @Test
    void aProcessWithTheOldPassphraseMakesNoKeyAndSaysWhy() {
        KeyVault running = vault();
        Address one = running.ensure(ACME, ONE).get();
        assertEquals(1, FileVault.changePassphrase(folder(), PASSPHRASE, FRESH, CHEAP).get());
        VaultFault superseded = new VaultFault.Unavailable("the vault's passphrase was changed since this process started");

        assertEquals(Either.left(superseded), running.ensure(ACME, ONE));
        assertEquals(Either.left(superseded), running.ensure(ACME, TWO));
        assertEquals(Either.left(superseded), running.sign(message(ACME, ONE, one, LONGEST)));
    }

    @Test
    void aWrongOrDamagedVaultKeepsItsPassphrase() throws IOException {
        KeyVault vault = vault();
        Address one = vault.ensure(ACME, ONE).get();
        assertTrue(vault.ensure(ACME, TWO).isRight());
        Path damaged = Files.write(key("acme", '2'), new byte[3]);

        assertInstanceOf(KeyFileProblem.WrongPassphrase.class, FileVault.changePassphrase(folder(), FRESH, FRESH, CHEAP).getLeft());
        assertEquals(
                new KeyFileProblem.Damaged(damaged, "changed, or the file of another key"),
                FileVault.changePassphrase(folder(), PASSPHRASE, FRESH, CHEAP).getLeft());
        assertEquals(one, vault().ensure(ACME, ONE).get());
    }

    /** A change of the passphrase writes the new generation file by file, then the header, then removes the old files one by one. */
    @Test
    void aCrashWhileThePassphraseChangesLosesNothing() throws IOException {
        KeyVault vault = vault();
        Array<Address> addresses = KeyMaker.addresses(vault);
        Path before = copied(folder(), root.resolve("before"));
        assertEquals(addresses.length(), FileVault.changePassphrase(folder(), PASSPHRASE, FRESH, CHEAP).get());
        Path after = folder();
        Array<Path> written = listed(after.resolve("keys-2"));
        for (int step = 0; step <= written.length(); step++) {
            Path crashed = copied(before, root.resolve("writing-" + step));
            Path unfinished = Files.createDirectory(crashed.resolve("keys-2"));
            Path draft = Files.write(unfinished.resolve("acme.key_" + "a".repeat(32) + ".1.new"), new byte[7]);
            written.take(step).forEach(file -> copy(file, unfinished.resolve(file.getFileName())));

            assertHolds(crashed, PASSPHRASE, addresses);
            assertFalse(Files.exists(draft));
            assertEquals(addresses.length(), FileVault.changePassphrase(crashed, PASSPHRASE, FRESH, CHEAP).get());
            assertHolds(crashed, FRESH, addresses);
        }
        Array<Path> old = listed(before.resolve("keys-1"));
        for (int step = 0; step <= old.length(); step++) {
            Path crashed = copied(after, root.resolve("removing-" + step));
            Path leftOver = Files.createDirectory(crashed.resolve("keys-1"));
            old.drop(step).forEach(file -> copy(file, leftOver.resolve(file.getFileName())));

            assertHolds(crashed, FRESH, addresses);
            assertFalse(Files.exists(leftOver));
        }
    }

    private static void assertHolds(Path folder, byte[] passphrase, Array<Address> addresses) {
        try (KeyVault opened = FileVault.open(folder, passphrase).get()) {
            assertEquals(addresses, KeyMaker.addresses(opened));
        }
    }

    private Path folder() {
        return root.resolve(VaultFolder.NAME);
    }

    private Path key(String tenant, char digit) {
        return folder().resolve("keys-1").resolve(tenant + "." + id(digit));
    }

    private Array<Path> files() throws IOException {
        try (Stream<Path> paths = Files.walk(folder())) {
            return Array.ofAll(paths.filter(Files::isRegularFile));
        }
    }

    private static byte[] flipped(byte[] whole, int bit) {
        byte[] changed = whole.clone();
        changed[bit / 8] ^= (byte) (1 << (bit % 8));
        return changed;
    }

    private static Array<Path> listed(Path folder) throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return Array.ofAll(paths.sorted());
        }
    }

    private static Path copied(Path folder, Path to) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.forEach(path -> copy(path, to.resolve(folder.relativize(path).toString())));
        }
        return to;
    }

    private static void copy(Path from, Path to) {
        try {
            var unused = Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
