package dev.mandate.domain.authority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class AuthorityValuesTest {

    private static final String HEX = "00112233445566778899aabbccddeeff";

    @Test
    void anEmailAddressIsADotAtomAndADomainName() {
        for (String good : Array.of(
                "ann@example.com",
                "a.b+c_{d}|~`^?=/*'&%$#!-@example",
                "a@" + "b".repeat(63) + ".c-d.e0",
                "a".repeat(64) + "@example.com",
                "a@" + "b".repeat(63) + ("." + "c".repeat(59)).repeat(3) + "." + "d".repeat(8))) {
            assertEquals(good, EmailAddress.parse(good).get().text());
        }
        for (String bad : Array.of(
                "",
                "@example.com",
                "ann",
                "ann@",
                ".ann@example.com",
                "ann.@example.com",
                "a..b@example.com",
                "ann@-example.com",
                "ann@example-.com",
                "ann@example..com",
                "ann@" + "b".repeat(64),
                "a\"b@example.com",
                "ann@[127.0.0.1]",
                "änn@example.com",
                "a".repeat(65) + "@example.com",
                "a@" + "b".repeat(63) + ("." + "c".repeat(59)).repeat(3) + "." + "d".repeat(9))) {
            assertEquals(Option.none(), EmailAddress.parse(bad), bad);
            assertThrows(IllegalArgumentException.class, () -> new EmailAddress(bad).text(), bad);
        }
    }

    @Test
    void twoSpellingsThatDifferInCaseAreOneAddress() {
        assertEquals(EmailAddress.parse("ann@example.com"), EmailAddress.parse("Ann@EXAMPLE.com"));
        assertThrows(IllegalArgumentException.class, () -> new EmailAddress("Ann@example.com").text());
    }

    @Test
    void logsShowTheFirstCharacterAndTheDomainOfAnAddress() {
        assertEquals("a…@example.com", new EmailAddress("ann@example.com").toString());
    }

    @Test
    void aCodeHasSixDigitsAndIsNotShown() {
        assertEquals("012345", OneTimeCode.parse("012345").get().digits());
        assertEquals("[code]", new OneTimeCode("012345").toString());
        assertEquals(Array.of(Option.none(), Option.none(), Option.none()), Array.of("12345", "1234567", "12345a").map(OneTimeCode::parse));
        assertThrows(IllegalArgumentException.class, () -> new OneTimeCode("12345").digits());
    }

    @Test
    void idsAreSpelledInOneWay() {
        assertSpelled("otp_" + HEX, ChallengeId::parse, ChallengeId::new);
        assertSpelled("key_" + HEX, ManagedKeyId::parse, ManagedKeyId::new);
        assertSpelled("00112233-4455-6677-8899-aabbccddeeff", UserId::parse, UserId::new);
    }

    private static void assertSpelled(String text, Function<String, Option<?>> parse, Function<String, Object> make) {
        assertEquals(text, parse.apply(text).get().toString());
        for (String bad : Array.of("", text.toUpperCase(java.util.Locale.ROOT), text + "0", text.substring(1), "-" + text.substring(1))) {
            assertEquals(Option.none(), parse.apply(bad), bad);
            assertThrows(IllegalArgumentException.class, () -> make.apply(bad).toString(), bad);
        }
    }

    @Test
    void aPublicKeyIsACompressedPoint() {
        assertEquals("02" + "00".repeat(32), new P256PublicKey(point(2, 33)).toString());
        assertEquals("03" + "00".repeat(32), new Secp256k1PublicKey(point(3, 33)).toString());
        for (Bytes bad : Array.of(point(2, 32), point(2, 34), point(4, 33), point(1, 33))) {
            assertThrows(IllegalArgumentException.class, () -> new P256PublicKey(bad).compressed(), bad::toHex);
            assertThrows(IllegalArgumentException.class, () -> new Secp256k1PublicKey(bad).compressed(), bad::toHex);
        }
    }

    private static Bytes point(int first, int length) {
        byte[] bytes = new byte[length];
        bytes[0] = (byte) first;
        return Bytes.of(bytes);
    }

    @Test
    void aSessionIsOverAtItsEnd() {
        Session first = new Session(new P256PublicKey(point(2, 33)), new UnixTime(10), new UnixTime(20), new UnixTime(10));
        Session second = new Session(new P256PublicKey(point(3, 33)), new UnixTime(15), new UnixTime(25), new UnixTime(15));
        EmailIdentity ann = new EmailIdentity(
                new EmailAddress("ann@example.com"), Array.empty(), Option.none(), Array.of(first, second), Option.none(), Option.none());

        assertEquals(Array.of(first, second), ann.aliveAt(new UnixTime(19)));
        assertEquals(Array.of(second), ann.aliveAt(new UnixTime(20)));
        assertEquals(Array.empty(), ann.aliveAt(new UnixTime(25)));
    }

    @Test
    void aSessionEndsAsAsked() {
        UnixTime now = new UnixTime(10);

        assertEquals(EmailIdentityRules.DEFAULT_SESSION_SECONDS, new SessionEnd.Default().secondsFrom(now));
        assertEquals(30, new SessionEnd.After(30).secondsFrom(now));
        assertEquals(20, new SessionEnd.At(new UnixTime(30)).secondsFrom(now));
    }
}
