package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.kms.file.FileVault;
import dev.mandate.app.serve.PassphraseFixture;
import dev.mandate.app.serve.ServerProcess;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.keys.KeyVault;
import io.vavr.collection.Array;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupCommandTest extends CommandFixture {

    private static final String PASSPHRASE = "a passphrase";

    @TempDir
    private Path root = Path.of("");

    /** The drill: a server at work is copied, its folder is lost, and another process goes on in another folder. */
    @Test
    @Tag("full")
    void aRestoredFolderServesAndSigns() throws IOException, InterruptedException {
        Path passphrase = PassphraseFixture.in(Files.createDirectory(root.resolve("elsewhere")));
        Array<ManagedKeyId> ids = Array.of('1', '2', '3').map(digit -> new ManagedKeyId("key_" + Character.toString(digit).repeat(32)));
        Path data = Files.createDirectory(root.resolve("data"));
        Array<Address> addresses;
        Array<Signature> signatures;
        String before;
        try (ServerProcess server = ServerProcess.start(data, passphrase);
                KeyVault vault = vault(data)) {
            addresses = ids.map(id -> vault.ensure(KeySigner.TENANT, id).get());
            signatures = ids.zip(addresses).map(key -> KeySigner.sign(vault, key._1, key._2));
            assertEquals(201, server.create().statusCode());
            before = server.get("/api/v1/service").body();
            assertEquals(0, mandate("backup", file().toString(), "--data-dir", data.toString()), err::toString);
        }

        assertEquals(0, mandate("restore", file().toString(), "--data-dir", restored().toString()), err::toString);

        assertEquals(0, mandate("verify-log", "--data-dir", restored().toString()), out::toString);
        try (ServerProcess server = ServerProcess.start(restored(), passphrase)) {
            assertEquals(before, server.get("/api/v1/service").body());
            assertEquals(201, server.create().statusCode());
        }
        assertEquals(signatures.map(Signature::toString), signedByAnotherProcess(ids, addresses));
    }

    private Array<String> signedByAnotherProcess(Array<ManagedKeyId> ids, Array<Address> addresses) throws IOException, InterruptedException {
        Process signer = new ProcessBuilder(Array.of(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-cp",
                                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                                KeySigner.class.getName(),
                                restored().resolve("vault").toString(),
                                PASSPHRASE)
                        .appendAll(ids.zip(addresses).flatMap(key -> Array.of(key._1.text(), key._2.toString())))
                        .asJava())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(signer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, signer.waitFor());
        return Array.ofAll(printed.lines().toList());
    }

    @Test
    void aBackupIsForItsOwnerAloneAndHoldsNoPassphrase() throws IOException {
        Path data = prepared();
        Path passphrase = PassphraseFixture.in(data);

        assertEquals(0, mandate("backup", file().toString(), "--data-dir", data.toString()), err::toString);

        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
        try (ZipFile zip = new ZipFile(file().toFile())) {
            assertEquals(
                    Array.of(
                            "journal.db", "journal.anchor", "operator.secret", "creation.secret", "vault/header", "vault/keys-1/default.key_" + "1".repeat(32)),
                    Array.ofAll(zip.stream()).map(ZipEntry::getName),
                    passphrase::toString);
        }
        assertTrue(err.toString().contains("It holds the operator's secret"), err::toString);
        try (Stream<Path> files = Files.list(root)) {
            assertEquals(2, files.count(), "a copy of the journal is left over");
        }
    }

    /** No server of this version has opened the folder yet. */
    @Test
    void aFolderWithoutACreationSecretIsBackedUpAndRestored() throws IOException {
        Path data = prepared();
        Files.delete(data.resolve("creation.secret"));

        assertEquals(0, mandate("backup", file().toString(), "--data-dir", data.toString()), err::toString);
        assertEquals(0, mandate("restore", file().toString(), "--data-dir", restored().toString()), err::toString);

        assertTrue(Files.notExists(restored().resolve("creation.secret")));
    }

    @Test
    void existingFilesAreNotOverwritten() throws IOException {
        Path data = prepared();
        assertEquals(0, mandate("backup", file().toString(), "--data-dir", data.toString()));
        byte[] whole = Files.readAllBytes(file());

        assertEquals(1, mandate("backup", file().toString(), "--data-dir", data.toString()));
        assertEquals(1, mandate("restore", file().toString(), "--data-dir", data.toString()));

        assertEquals(whole.length, Files.size(file()));
        assertTrue(err.toString().contains("there is something else of that name"), err::toString);
        assertTrue(err.toString().contains("is not empty"), err::toString);
    }

    @Test
    void aDamagedBackupIsNotRestored() throws IOException {
        assertEquals(0, mandate("backup", file().toString(), "--data-dir", prepared().toString()));
        long length = Files.size(file());
        try (RandomAccessFile bytes = new RandomAccessFile(file().toFile(), "rw")) {
            for (long at : new long[] {200, length / 2}) {
                bytes.seek(at);
                int old = bytes.read();
                bytes.seek(at);
                bytes.write(old ^ 1);

                assertNotRestored();

                bytes.seek(at);
                bytes.write(old);
            }
            bytes.setLength(length - 1);
            assertNotRestored();
        }
    }

    @Test
    void anArchiveOfOtherFilesIsNotRestored() throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file()))) {
            zip.putNextEntry(new ZipEntry("../escaped"));
            zip.closeEntry();
        }
        assertNotRestored();
        assertTrue(Files.notExists(root.resolve("escaped")));
    }

    private void assertNotRestored() {
        assertEquals(1, mandate("restore", file().toString(), "--data-dir", restored().toString()), out::toString);
        assertFalse(Files.exists(restored()), err::toString);
    }

    @Test
    void aDatabaseOfPostgresIsLeftToPgDump() throws IOException {
        Path data = prepared();

        assertEquals(0, mandate("backup", file().toString(), "--data-dir", data.toString(), "--store", "jdbc:postgresql://db/mandate"));

        assertTrue(err.toString().contains("pg_dump"), err::toString);
        try (ZipFile zip = new ZipFile(file().toFile())) {
            assertEquals(5, zip.size());
        }
        assertEquals(0, mandate("restore", file().toString(), "--data-dir", restored().toString()), err::toString);
    }

    @Test
    void aRotatedVaultOpensWithItsNewPassphraseAlone() throws IOException {
        Path data = prepared();
        Path old = PassphraseFixture.in(data);
        Path fresh = Files.setPosixFilePermissions(
                Files.writeString(root.resolve("fresh"), "another one\n"), PosixFilePermissions.fromString("rw-------"));
        String[] rotate = {
            "vault", "rotate", "--data-dir", data.toString(), "--vault-passphrase-file", old.toString(), "--new-passphrase-file", fresh.toString()
        };

        assertEquals(0, mandate(rotate), err::toString);
        assertTrue(err.toString().contains("1 keys in"), err::toString);
        assertEquals(1, mandate(rotate));
        assertTrue(err.toString().contains("the passphrase is not that of the key vault"), err::toString);
        assertTrue(FileVault.open(data.resolve("vault"), "another one".getBytes(StandardCharsets.UTF_8)).isRight());
    }

    /** A data folder with a journal, a secret and one key. */
    private Path prepared() throws IOException {
        Path data = Files.createDirectory(root.resolve("data"));
        assertEquals(0, mandate("api-key", "create", "--name", "a", "--data-dir", data.toString()), err::toString);
        assertTrue(OperatorSecret.open(data.resolve(OperatorSecret.NAME)).isRight());
        try (KeyVault vault = vault(data)) {
            assertTrue(vault.ensure(KeySigner.TENANT, new ManagedKeyId("key_" + "1".repeat(32))).isRight());
        }
        return data;
    }

    private static KeyVault vault(Path data) {
        return FileVault.openOrCreate(data.resolve("vault"), PASSPHRASE.getBytes(StandardCharsets.UTF_8)).get();
    }

    private Path file() {
        return root.resolve("backup.zip");
    }

    private Path restored() {
        return root.resolve("restored");
    }
}
