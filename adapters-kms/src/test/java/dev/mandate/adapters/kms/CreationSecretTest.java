package dev.mandate.adapters.kms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.ports.spi.keys.CreationId;
import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CreationSecretTest {

    private static final CreationId ONE = new CreationId("crt_" + "1".repeat(64));
    private static final CreationId TWO = new CreationId("crt_" + "2".repeat(64));

    @TempDir
    private Path folder = Path.of("");

    @Test
    void isMadeAtRandomBesideANewOperatorsSecret() throws IOException {
        OperatorSecret operator = operator();

        CreationSecret made = CreationSecret.open(file()).get();

        assertNotEquals(CreationSecret.derivedFrom(operator).mark(), made.mark());
        assertEquals(made.mark(), CreationSecret.openOrCreate(file(), operator).get().mark());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
    }

    /** Instances of an earlier version have copies of one operator's secret, and nothing else. */
    @Test
    void isDerivedOnceFromAnOperatorsSecretThatWasThereBefore() throws IOException {
        OperatorSecret operator = operator();
        Files.delete(file());

        CreationSecret made = CreationSecret.openOrCreate(file(), operator).get();

        assertEquals(CreationSecret.derivedFrom(operator).mark(), made.mark());
        Files.delete(folder.resolve(OperatorSecret.NAME));
        assertEquals(made.mark(), CreationSecret.openOrCreate(file(), operator()).get().mark(), "another operator's secret changes nothing");
    }

    @Test
    void givesEachCreationAKeyAndEachPurposeANameAndTheSameAgain() {
        CreationSecret secret = CreationSecret.openOrCreate(file(), operator()).get();
        CreationSecret again = CreationSecret.open(file()).get();

        assertEquals(secret.createKey(ONE), again.createKey(ONE));
        assertNotEquals(secret.createKey(ONE), secret.createKey(TWO));
        assertEquals(secret.nameFor("one"), again.nameFor("one"));
        assertNotEquals(secret.nameFor("one"), secret.nameFor("two"));
        assertNotEquals(secret.mark(), secret.nameFor(""));
    }

    @Test
    void isRefusedWhereItIsDamagedAndNotMadeAnew() throws IOException {
        OperatorSecret operator = operator();
        String whole = Files.readString(file());
        for (String damaged : Array.of("", whole.substring(1), whole.strip(), whole.replace("v1", "v2"), whole.toUpperCase(Locale.ROOT))) {
            Path written = Files.writeString(file(), damaged);

            assertInstanceOf(KeyFileProblem.Damaged.class, CreationSecret.openOrCreate(written, operator).getLeft());
            assertEquals(damaged, Files.readString(written));
        }
    }

    @Test
    void showsItselfInNoText() throws IOException {
        CreationSecret secret = CreationSecret.openOrCreate(file(), operator()).get();
        String content = Files.readString(file()).strip();

        assertTrue(content.startsWith("mandate-creation-secret-v1 "), "a file says what it is");
        assertFalse(secret.toString().contains(content.substring(content.indexOf(" ") + 1)));
    }

    private OperatorSecret operator() {
        return OperatorSecret.openOrCreate(folder.resolve(OperatorSecret.NAME)).get();
    }

    private Path file() {
        return folder.resolve(CreationSecret.NAME);
    }
}
