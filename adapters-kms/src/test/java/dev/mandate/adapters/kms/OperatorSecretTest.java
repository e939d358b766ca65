package dev.mandate.adapters.kms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.ports.spi.keys.CreationId;
import dev.mandate.ports.spi.keys.OneTimeCodes;
import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperatorSecretTest {

    private static final CreationId ONE = new CreationId("crt_" + "1".repeat(32));
    private static final CreationId TWO = new CreationId("crt_" + "2".repeat(32));

    @TempDir
    private Path folder = Path.of("");

    @Test
    void isMadeOnceForItsOwnersEyesAlone() throws IOException {
        Address made = secret().createKey(ONE);

        assertEquals(made, secret().createKey(ONE));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
    }

    @Test
    void givesEachCreationAKeyOfItsOwnAndTheSameOneAgain() {
        assertEquals(secret().createKey(ONE), secret().createKey(ONE));
        assertNotEquals(secret().createKey(ONE), secret().createKey(TWO));
    }

    @Test
    void givesEachChallengeItsCodeAndTheSameOneAgain() {
        OneTimeCodes codes = secret().oneTimeCodes();

        assertEquals(codes.of(challenge(1)), secret().oneTimeCodes().of(challenge(1)));
        assertNotEquals(codes.of(challenge(1)), codes.of(challenge(2)));
    }

    /** Chi-square over the digits at each place of 10,000 codes, at 9 degrees of freedom: above 50 in one of ten million secrets. */
    @Test
    void noCodeIsLikelierThanAnother() {
        OneTimeCodes codes = secret().oneTimeCodes();
        int[][] counts = new int[6][10];
        for (int i = 0; i < 10_000; i++) {
            String digits = codes.of(challenge(i)).digits();
            for (int place = 0; place < counts.length; place++) {
                counts[place][digits.charAt(place) - '0']++;
            }
        }
        for (int[] place : counts) {
            double chiSquare = Arrays.stream(place).mapToDouble(count -> (count - 1_000.0) * (count - 1_000.0) / 1_000).sum();
            assertTrue(chiSquare < 50, () -> Arrays.toString(place));
        }
    }

    private static ChallengeId challenge(int number) {
        return new ChallengeId("otp_" + String.format(Locale.ROOT, "%032x", number));
    }

    @Test
    void hashesTokensUnderAKeyOfItsOwn() {
        Bytes32 hash = secret().tokenHash().of("mk_token");

        assertEquals(hash, secret().tokenHash().of("mk_token"));
        assertNotEquals(hash, secret().tokenHash().of("mk_tokem"));
        assertNotEquals(
                hash,
                OperatorSecret.openOrCreate(folder.resolve("other")).get().tokenHash().of("mk_token"));
    }

    @Test
    void showsItselfInNoText() throws IOException {
        String content = Files.readString(prepared()).strip();
        String hex = content.substring(content.indexOf(" ") + 1);

        assertFalse(secret().toString().contains(hex));
        assertEquals("operator's secret", secret().toString());
    }

    @Test
    void isRefusedWhereOthersCanReadIt() throws IOException {
        Address made = secret().createKey(ONE);
        Path open = Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r--r--"));

        assertInstanceOf(
                KeyFileProblem.OpenToOthers.class, OperatorSecret.openOrCreate(open).getLeft(), made::toString);
    }

    @Test
    void isRefusedWhereItIsDamagedAndNotMadeAnew() throws IOException {
        String whole = Files.readString(prepared());
        for (String damaged : Array.of("", whole.substring(1), whole.strip(), whole.replace("v1", "v2"), whole.toUpperCase(Locale.ROOT))) {
            Path written = Files.writeString(file(), damaged);

            assertInstanceOf(KeyFileProblem.Damaged.class, OperatorSecret.openOrCreate(written).getLeft());
            assertEquals(damaged, Files.readString(written));
        }
    }

    private Path prepared() {
        return secret().createKey(ONE).equals(Address.ZERO) ? folder : file();
    }

    private OperatorSecret secret() {
        return OperatorSecret.openOrCreate(file()).get();
    }

    private Path file() {
        return folder.resolve(OperatorSecret.NAME);
    }
}
