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
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.keys.OneTimeCodes;
import dev.mandate.ports.spi.keys.ReplacedSecret;
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

    private OperatorSecret named(String name) {
        return OperatorSecret.openOrCreate(folder.resolve(name)).get();
    }

    /** Three secrets: the second replaces the first after event 10 at 100, the third the second after event 20 at 200. */
    private OperatorSecret third() {
        return named("third")
                .knowing(Array.of(
                        named("second").replacing(secret(), 10, new UnixTime(100)),
                        named("third").replacing(named("second"), 20, new UnixTime(200))))
                .get();
    }

    @Test
    void findsWhatWasMadeUnderTheSecretsThatItReplaced() {
        OperatorSecret third = third();

        assertEquals(
                Array.of(named("second"), secret()).map(one -> one.tokenHash().of("mk_token")),
                third.tokenHash().former().map(former -> former.of("mk_token")));
        assertEquals(secret().tokenHash().of("mk_token"), third.tokenHash().first().of("mk_token"));
        assertEquals(
                Array.of(secret(), secret(), named("second"), named("second"), named("third")).map(one -> one.journalMac().of("record")),
                Array.of(1L, 10L, 11L, 20L, 21L).map(position -> third.journalMac().at(position).of("record")));
        assertEquals(secret().createKey(ONE), third.createKey(ONE));
        assertEquals(CreationSecret.derivedFrom(secret()).mark(), CreationSecret.derivedFrom(third).mark());
    }

    @Test
    void makesEverythingNewUnderItselfAlone() {
        OperatorSecret third = third();
        ChallengeId challenge = new ChallengeId("otp_" + "1".repeat(32));

        assertEquals(named("third").tokenHash().of("mk_token"), third.tokenHash().of("mk_token"));
        assertEquals(named("third").journalMac().of("record"), third.journalMac().of("record"));
        assertEquals(named("third").logSigner().key(), third.logSigner().key());
        assertEquals(named("third").oneTimeCodes().of(challenge), third.oneTimeCodes().of(challenge));
        assertEquals(named("third").webhookSecrets().of("hook/1"), third.webhookSecrets().of("hook/1"));
    }

    @Test
    void aWebhookHasTheSecretOfTheTimeInWhichItWasMade() {
        assertEquals(Array.of(1), madeBetween(50, 100));
        assertEquals(Array.of(2), madeBetween(101, 200));
        assertEquals(Array.of(3), madeBetween(201, 300));
        assertEquals(Array.of(3, 2, 1), madeBetween(50, 300));
    }

    /** Which of the three secrets, from 1. */
    private Array<Integer> madeBetween(long first, long last) {
        Array<Bytes32> all = Array.of(secret(), named("second"), named("third")).map(one -> one.webhookSecrets().of("hook/1"));
        return third().webhookSecrets()
                .madeBetween(new UnixTime(first), new UnixTime(last))
                .map(found -> all.indexOf(found.of("hook/1")) + 1);
    }

    @Test
    void opensNothingThatAnotherReplacedOrThatWasChanged() {
        ReplacedSecret replaced = named("second").replacing(secret(), 10, new UnixTime(100));

        assertTrue(named("third").knowing(Array.of(replaced)).isEmpty());
        for (ReplacedSecret changed : Array.of(
                new ReplacedSecret(11, replaced.at(), replaced.logKey(), replaced.sealed()),
                new ReplacedSecret(10, new UnixTime(101), replaced.logKey(), replaced.sealed()),
                new ReplacedSecret(10, replaced.at(), Bytes32.ZERO, replaced.sealed()),
                new ReplacedSecret(10, replaced.at(), replaced.logKey(), replaced.sealed().slice(0, 12)))) {
            assertTrue(named("second").knowing(Array.of(changed)).isEmpty());
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
