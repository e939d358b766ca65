package dev.mandate.adapters.kms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogKeyFileTest {

    private static final Bytes CHECKPOINT = Bytes.of("a checkpoint".getBytes(StandardCharsets.US_ASCII));

    @TempDir
    private Path folder = Path.of("");

    private Path file() {
        return folder.resolve("data").resolve(LogKeyFile.NAME);
    }

    private LogKeyFile create() {
        return LogKeyFile.openOrCreate(file()).getOrElseThrow(problem -> new AssertionError(problem.text()));
    }

    private KeyFileProblem problem() {
        return LogKeyFile.openOrCreate(file()).swap().getOrElseThrow(key -> new AssertionError("opened " + key));
    }

    private boolean hasOwners() {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** An independent look, at the file's public half. */
    private boolean isSigned(Signature signature) throws Exception {
        String[] lines = Files.readString(file()).split("\n", -1);
        assertEquals("-----BEGIN PUBLIC KEY-----", lines[3]);
        java.security.Signature ed25519 = java.security.Signature.getInstance("Ed25519");
        ed25519.initVerify(KeyFactory.getInstance("Ed25519")
                .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(lines[4]))));
        ed25519.update(CHECKPOINT.toArray());
        return ed25519.verify(signature.bytes().toArray());
    }

    @Test
    void theKeyIsMadeOnceAndComesBackFromItsFile() throws Exception {
        LogKeyFile made = create();
        LogKeyFile again = create();
        assertEquals(made.key(), again.key());
        assertEquals(made.sign(CHECKPOINT), again.sign(CHECKPOINT));
        assertTrue(isSigned(again.sign(CHECKPOINT)));
        assertEquals(made.key(), LogKeyFile.open(file()).get().key());
    }

    @Test
    void everyKeyIsAnother() throws IOException {
        Bytes32 first = create().key();
        Files.delete(file());
        assertNotEquals(first, create().key());
    }

    @Test
    void nobodyButItsOwnerCanReadTheFileAndNothingElseIsLeftBehind() throws IOException {
        assumeTrue(hasOwners());
        assertTrue(create().toString().startsWith("log key "));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
        try (Stream<Path> there = Files.list(folder.resolve("data"))) {
            assertEquals(List.of(file()), there.toList());
        }
    }

    @Test
    void aFileThatOthersCanReadOrChangeIsRefused() throws IOException {
        assumeTrue(hasOwners());
        assertEquals(LogKeyFormat.LENGTH, Files.size(makeFile()));
        for (String open : List.of("rw-r-----", "rw----r--", "rw--w----", "rw-rw-rw-")) {
            Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString(open));
            assertEquals(new KeyFileProblem.OpenToOthers(file(), open), problem());
            assertTrue(problem().text().contains(open), problem().text());
        }
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("r--------"));
        assertTrue(LogKeyFile.open(file()).isRight());
    }

    private Path makeFile() {
        assertTrue(create().toString().startsWith("log key "));
        return file();
    }

    @Test
    void whateverIsChangedInTheFileIsNoticedAndNothingIsWrittenOverIt() throws IOException {
        byte[] right = Files.readAllBytes(makeFile());
        for (int i = 0; i < right.length; i++) {
            for (int flip : new int[] {1, 2, 0x20}) {
                byte[] wrong = right.clone();
                wrong[i] ^= (byte) flip;
                Files.write(file(), wrong);
                assertInstanceOf(KeyFileProblem.Damaged.class, problem(), "byte " + i + " flipped by " + flip);
                assertEquals(Bytes.of(wrong), Bytes.of(Files.readAllBytes(file())));
            }
        }
        Files.write(file(), right);
        assertTrue(LogKeyFile.open(file()).isRight());
    }

    @Test
    void aFileThatWasCutOrHasMoreIsDamaged() throws IOException {
        byte[] right = Files.readAllBytes(makeFile());
        for (int length : new int[] {0, 1, right.length - 1}) {
            Files.write(file(), Bytes.of(right, 0, length).toArray());
            assertInstanceOf(KeyFileProblem.Damaged.class, problem());
        }
        Files.writeString(file(), new String(right, StandardCharsets.US_ASCII) + "\n");
        assertInstanceOf(KeyFileProblem.Damaged.class, problem());
        Files.writeString(file(), "x".repeat(100_000));
        assertEquals(new KeyFileProblem.Damaged(file(), "100000 bytes long"), problem());
    }

    @Test
    void twoHalvesThatDoNotBelongTogetherAreNoKey() throws IOException {
        String[] one = Files.readString(makeFile()).split("\n", -1);
        Files.delete(file());
        String[] other = Files.readString(makeFile()).split("\n", -1);
        one[4] = other[4];
        Files.writeString(file(), String.join("\n", one));
        assertInstanceOf(KeyFileProblem.Damaged.class, problem());
    }

    @Test
    void whereThereIsNoFileOpeningSaysSoAndMakesNone() {
        assertEquals(
                new KeyFileProblem.Missing(file()), LogKeyFile.open(file()).getLeft());
        assertTrue(Files.notExists(file()));
    }

    @Test
    void aPlaceThatCannotHoldAFileIsNamed() throws IOException {
        Files.writeString(folder.resolve("data"), "a file where the folder should be");
        KeyFileProblem problem = problem();
        assertInstanceOf(KeyFileProblem.Unusable.class, problem);
        assertTrue(problem.text().contains(file().toString()), problem.text());
    }

    @Test
    void whoStartAtTheSameTimeAgreeOnOneKey() throws Exception {
        Set<Bytes32> keys = new HashSet<>();
        try (ExecutorService starters = Executors.newFixedThreadPool(8)) {
            Callable<Bytes32> start = () -> create().key();
            for (Future<Bytes32> key : starters.invokeAll(Collections.nCopies(16, start))) {
                keys.add(key.get());
            }
        }
        assertEquals(1, keys.size());
        try (Stream<Path> there = Files.list(folder.resolve("data"))) {
            assertEquals(List.of(file()), there.toList());
        }
    }

    @Test
    void thePrivateHalfIsInNoTextThatAnybodySees() throws IOException {
        String secret = Files.readString(makeFile()).split("\n", -1)[1];
        // What the base64 of every such key begins with tells nothing.
        String own = secret.substring(24);
        assertFalse(create().toString().contains(own));
        assertFalse(LogKeyFormat.read(Files.readAllBytes(file())).get().toString().contains(own));
        Files.writeString(file(), Files.readString(file()).replace('\n', ' '));
        assertFalse(problem().text().contains(own), problem().text());
        assertFalse(problem().toString().contains(own));
    }
}
