package dev.mandate.adapters.kms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.keys.AuthorizedCreation;
import dev.mandate.ports.keys.CreationId;
import dev.mandate.ports.keys.OneTimeCodes;
import dev.mandate.ports.program.UnsignedTransaction;
import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
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
        Address payer = secret().feePayer();

        assertEquals(payer, secret().feePayer());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
    }

    @Test
    void givesEachCreationAKeyOfItsOwnAndTheSameOneAgain() {
        assertEquals(secret().createKey(ONE), secret().createKey(ONE));
        assertNotEquals(secret().createKey(ONE), secret().createKey(TWO));
        assertNotEquals(secret().createKey(ONE), secret().feePayer());
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
    void signsACreationAsItsTwoSigners() throws Exception {
        Bytes message = Bytes.of(new byte[] {1, 2, 3});
        Array<Address> signers = Array.of(secret().feePayer(), secret().createKey(ONE));

        Array<Signature> signatures = secret()
                .sign(new AuthorizedCreation(ONE, new UnsignedTransaction(Bytes.EMPTY, message, 1_232, signers)));

        assertTrue(isValid(signers.get(0), message, signatures.get(0)));
        assertTrue(isValid(signers.get(1), message, signatures.get(1)));
    }

    @Test
    void signsForNobodyElse() {
        Array<Address> signers = Array.of(secret().feePayer(), secret().createKey(TWO));

        assertThrows(
                IllegalArgumentException.class,
                () -> secret().sign(new AuthorizedCreation(
                        ONE, new UnsignedTransaction(Bytes.EMPTY, Bytes.EMPTY, 1_232, signers))));
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
        assertEquals("operator " + secret().feePayer(), secret().toString());
    }

    @Test
    void isRefusedWhereOthersCanReadIt() throws IOException {
        Address payer = secret().feePayer();
        Path open = Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r--r--"));

        assertInstanceOf(
                KeyFileProblem.OpenToOthers.class, OperatorSecret.openOrCreate(open).getLeft(), payer::toString);
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
        return secret().feePayer().equals(Address.ZERO) ? folder : file();
    }

    private OperatorSecret secret() {
        return OperatorSecret.openOrCreate(file()).get();
    }

    private Path file() {
        return folder.resolve(OperatorSecret.NAME);
    }

    private static boolean isValid(Address signer, Bytes message, Signature signature) throws Exception {
        byte[] spki = HexFormat.of().parseHex("302a300506032b6570032100" + Bytes.of(signer.toArray()).toHex());
        PublicKey key = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(spki));
        java.security.Signature ed25519 = java.security.Signature.getInstance("Ed25519");
        ed25519.initVerify(key);
        ed25519.update(message.toArray());
        return ed25519.verify(signature.bytes().toArray());
    }
}
