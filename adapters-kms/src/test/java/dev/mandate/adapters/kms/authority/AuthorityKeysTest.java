package dev.mandate.adapters.kms.authority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.spi.keys.AuthorityKeys.Malformed;
import dev.mandate.ports.spi.keys.AuthorityKeys.Stamp;
import dev.mandate.ports.spi.keys.SignatureCheck.Verdict;
import dev.mandate.testsupport.vectors.ProviderVectors;
import io.vavr.control.Either;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What an attacker may send where a key, a signature, a stamp or a payload belongs. */
class AuthorityKeysTest {

    private static final String SPKI = "3059301306072a8648ce3d020106082a8648ce3d030107034200";
    private static final BigInteger ORDER = new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);
    private static final BigInteger SECP256K1_ORDER =
            new BigInteger("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", 16);

    private final AuthorityKeys keys = new BouncyCastleAuthorityKeys();
    private final JsonNode signed = ProviderVectors.cases("10_ecdsa_p256_rfc6979.json").iterator().next();
    private final String point = ProviderVectors.text(signed, "public_key_uncompressed_hex");
    private final P256PublicKey key = keys.p256OfHex(point).get();
    private final Bytes message = utf8(ProviderVectors.text(signed, "message_utf8"));
    private final String r = ProviderVectors.text(signed, "r_hex");
    private final String s = ProviderVectors.text(signed, "s_hex");

    /** Both numbers have their first bit set, so DER puts a zero before each. */
    @Test
    void aSignatureIsValidInItsOnlyEncoding() {
        assertEquals(Verdict.VALID, check("3046" + "022100" + r + "022100" + s));
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "a byte after the sequence | 3046 022100R 022100S 00",
                "a byte after s, within the sequence | 3047 022100R 022100S 00",
                "the sequence's length in the long form | 308146 022100R 022100S",
                "the length of r in the long form | 3047 02812100R 022100S",
                "the length of s in the long form | 3047 022100R 02812100S",
                "the indefinite length | 3080 022100R 022100S 0000",
                "negative r | 3045 0220R 022100S",
                "negative s | 3045 022100R 0220S",
                "r with a zero too many | 3047 02220000R 022100S",
                "s with a zero too many | 3047 022100R 02220000S",
                "no r | 3025 0200 022100S",
                "no s | 3025 022100R 0200",
                "r of one negative byte | 3026 0201ff 022100S",
                "a length of r beyond the end | 3046 027f00R 022100S",
                "a length of r above 127 | 3046 02ff00R 022100S",
                "another sequence tag | 3146 022100R 022100S",
                "another integer tag | 3046 032100R 022100S",
                "the two numbers alone | RS",
                "nothing | ''",
            },
            delimiter = '|')
    void anotherEncodingIsInvalid(String what, String hex) {
        assertEquals(Verdict.INVALID, check(hex.replace(" ", "").replace("R", r).replace("S", s)), what);
    }

    @Test
    void numbersOutsideOfTheOrderAreInvalid() {
        BigInteger validR = new BigInteger(r, 16);
        BigInteger validS = new BigInteger(s, 16);

        assertEquals(Verdict.VALID, check(der(validR, validS)));
        for (BigInteger outside : List.of(BigInteger.ZERO, ORDER, ORDER.add(BigInteger.ONE), BigInteger.TWO.pow(256).subtract(BigInteger.ONE))) {
            assertEquals(Verdict.INVALID, check(der(outside, validS)));
            assertEquals(Verdict.INVALID, check(der(validR, outside)));
        }
        assertEquals(Verdict.INVALID, check(der(validR, validS.subtract(ORDER))));
    }

    @Test
    void bothSignsOfAP256SignatureAreValid() {
        assertEquals(Verdict.VALID, check(der(new BigInteger(r, 16), ORDER.subtract(new BigInteger(s, 16)))));
    }

    @Test
    void highSOfSecp256k1IsInvalid() {
        for (JsonNode vector : ProviderVectors.cases("13_secp256k1_intent.json")) {
            Secp256k1PublicKey intentKey = keys.secp256k1OfHex(ProviderVectors.text(vector, "public_key_compressed_hex")).get();
            for (IntentFormat format : IntentFormat.values()) {
                String twoNumbers = ProviderVectors.text(
                        vector.path(format == IntentFormat.SHA256 ? "sha256" : "eip191"), "r_s_hex");
                BigInteger low = new BigInteger(twoNumbers.substring(64), 16);
                String high = der(new BigInteger(twoNumbers.substring(0, 64), 16), SECP256K1_ORDER.subtract(low));

                assertEquals(
                        Verdict.INVALID,
                        keys.check(intentKey, format, utf8(ProviderVectors.text(vector, "message_utf8")), Bytes.ofHex(high)));
            }
        }
    }

    @Test
    void aKeyHasFourForms() {
        String compressed = key.toString();

        assertEquals(key, keys.p256OfHex(compressed).get());
        assertEquals(key, keys.p256OfSpki(Bytes.ofHex(SPKI + point)).get());
        assertEquals(key, keys.p256OfSpki(Bytes.ofHex("3039301306072a8648ce3d020106082a8648ce3d030107032200" + compressed)).get());
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "a trailing byte | 3059301306072a8648ce3d020106082a8648ce3d030107034200 04 X Y 00",
                "a byte short | 3058301306072a8648ce3d020106082a8648ce3d030107034100 04 X",
                "the curve secp256k1 | 3056301006072a8648ce3d020106052b8104000a034200 04 X Y",
                "a curve of another name | 3059301306072a8648ce3d020106082a8648ce3d030101034200 04 X Y",
                "id-ecDH | 3056301006052b8104010c06082a8648ce3d030107034200 04 X Y",
                "no parameters | 304f300906072a8648ce3d0201034200 04 X Y",
                "lengths in the long form | 305a30811306072a8648ce3d020106082a8648ce3d030107034200 04 X Y",
                "unused bits in the point | 3059301306072a8648ce3d020106082a8648ce3d030107034207 04 X Y",
                "infinity | 3019301306072a8648ce3d020106082a8648ce3d030107030200 00",
                "a hybrid point | 3059301306072a8648ce3d020106082a8648ce3d030107034200 07 X Y",
                "off the curve | 3059301306072a8648ce3d020106082a8648ce3d030107034200 04 Y X",
                "(0, 0) | 3059301306072a8648ce3d020106082a8648ce3d030107034200 04 Z Z",
                "x beyond the field | 3059301306072a8648ce3d020106082a8648ce3d030107034200 04 F Y",
                "compressed, x of no point | 3039301306072a8648ce3d020106082a8648ce3d030107032200 02 N",
                "compressed, x beyond the field | 3039301306072a8648ce3d020106082a8648ce3d030107032200 02 F",
                "a compressed point in the length of the other | 3059301306072a8648ce3d020106082a8648ce3d030107034200 02 X Y",
                "a private key, PKCS#8 | 3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420 X",
                "nothing | ''",
            },
            delimiter = '|')
    void anotherSpkiIsMalformed(String what, String hex) {
        String bytes = hex.replace(" ", "")
                .replace("X", point.substring(2, 66))
                .replace("Y", point.substring(66))
                .replace("F", "f".repeat(64))
                .replace("Z", "0".repeat(64))
                .replace("N", "0".repeat(63) + "1");
        assertTrue(keys.p256OfSpki(Bytes.ofHex(bytes)).isLeft(), what);
    }

    @Test
    void anotherHexIsMalformed() {
        String x = point.substring(2, 66);
        String y = point.substring(66);
        for (String hex : List.of(
                "", "00", x, "02" + x.substring(1), "0x02" + x, "02" + x + " ", "02" + x.substring(1) + "\u0661", "04" + x,
                "07" + x + y, "04" + y + x, "02" + y + x, "02" + "0".repeat(63) + "7", "02" + "f".repeat(64), "00".repeat(33))) {
            assertTrue(keys.p256OfHex(hex).isLeft(), hex);
            assertTrue(keys.secp256k1OfHex(hex).isLeft(), hex);
        }
    }

    /** A client that posts a private key where a public one belongs must not find it in an answer or a log. */
    @Test
    void noDetailRepeatsItsInput() {
        P256KeyPair pair = P256KeyPair.generate();
        Bytes pkcs8 = Bytes.of(Base64.getDecoder().decode(pair.privateKeyPkcs8()));
        for (Either<Malformed, ?> refused : List.of(
                keys.p256OfHex(pair.privateKeyHex()),
                keys.secp256k1OfHex(pair.privateKeyHex()),
                keys.p256OfSpki(pkcs8),
                keys.stamp(pair.privateKeyHex()),
                keys.canonicalJson(utf8("{\"" + pair.privateKeyHex() + "\":}")))) {
            String detail = refused.getLeft().detail();
            assertTrue(!detail.contains(pair.privateKeyHex().substring(0, 8)) && detail.length() < 160, detail);
        }
    }

    @Test
    void aStampHoldsForTheExactBytesOfTheBody() {
        P256KeyPair pair = P256KeyPair.generate();
        Bytes body = utf8("{\"email\": \"user@example.com\"}");
        Stamp stamp = keys.stamp(pair.stamp(body.toArray())).get();

        assertEquals(pair.publicKeyHex(), stamp.key().toString());
        assertEquals(Verdict.VALID, keys.check(stamp.key(), body, stamp.signature()));
        assertEquals(Verdict.INVALID, keys.check(stamp.key(), utf8("{\"email\":\"user@example.com\"}"), stamp.signature()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'publicKey':'#','scheme':'SIGNATURE_SCHEME_TK_API_P256','signature':'$','signature':'$'}",
                "{'publicKey':'#','scheme':'SIGNATURE_SCHEME_TK_API_P256','signature':'$','more':1}",
                "{'publicKey':'#','scheme':'SIGNATURE_SCHEME_TK_API_P256'}",
                "{'publicKey':'#','scheme':'SIGNATURE_SCHEME_TK_API_SECP256K1','signature':'$'}",
                "{'publicKey':'#','scheme':null,'signature':'$'}",
                "{'publicKey':'0x#','scheme':'SIGNATURE_SCHEME_TK_API_P256','signature':'$'}",
                "{'publicKey':'#','scheme':'SIGNATURE_SCHEME_TK_API_P256','signature':'A$'}",
                "{'publicKey':'#','scheme':'SIGNATURE_SCHEME_TK_API_P256','signature':'0$'}",
                "{'publicKey':['#'],'scheme':'SIGNATURE_SCHEME_TK_API_P256','signature':'$'}",
                "{'publicKey':'#','scheme':'SIGNATURE_SCHEME_TK_API_P256','signature':'$'} {}",
                "[]",
                "'#'",
                "",
            })
    void anotherStampIsMalformed(String form) {
        assertTrue(keys.stamp(base64Url(stampJson(form))).isLeft());
    }

    @Test
    void aStampHasOneSpelling() {
        String spelled = base64Url(stampJson("{'scheme':'SIGNATURE_SCHEME_TK_API_P256', 'signature':'$', 'publicKey':'#'}  "));
        assertTrue(keys.stamp(spelled).isRight(), "names in any order, with blanks");
        assertEquals(2, spelled.length() % 4, "its last character has unused bits");

        assertTrue(keys.stamp(spelled + "==").isLeft(), "padded");
        int last = spelled.length() - 1;
        assertTrue(keys.stamp(spelled.substring(0, last) + (char) (spelled.charAt(last) + 1)).isLeft(), "unused bits set");
        assertTrue(keys.stamp(" " + spelled).isLeft(), "a blank before");
        String form = "{'publicKey':'#','scheme':'SIGNATURE_SCHEME_TK_API_P256','signature':'$'}";
        assertTrue(keys.stamp(base64Url(stampJson(form + " ".repeat(400)))).isLeft(), "too long");
    }

    private String stampJson(String form) {
        return form.replace('\'', '"').replace("#", key.toString()).replace("$", "3006020101020101");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"a\":1}",
                "{\"a\":null,\"a\":1}",
                "{\"a\":{\"b\":1,\"\\u0062\":2}}",
                "{\"a\":\"\\ud800\"}",
                "{\"\\udc00\":1}",
                "{\"a\":\"\\udc00\\ud800\"}",
                "1",
                "\"a\"",
                "null",
                "",
                " ",
                "{} {}",
                "{}1",
                "{\"a\":01}",
                "{\"a\":+1}",
                "{\"a\":.5}",
                "{\"a\":1.}",
                "{\"a\":0x1}",
                "{\"a\":NaN}",
                "{\"a\":1e400}",
                "{\"a\":1e99999999999}",
                "{\"a\":tru}",
                "{\"a\":1,}",
                "[1,]",
                "{a:1}",
                "{'a':1}",
                "{\"a\":1}/**/",
                "{\"a\":\"\t\"}",
                "\ufeff{}",
                "{",
            })
    void ambiguousOrWrongJsonIsMalformed(String json) {
        assertTrue(keys.canonicalJson(utf8(json)).isLeft());
    }

    @Test
    void otherEncodingsAreMalformed() {
        assertTrue(keys.canonicalJson(Bytes.ofHex("7b2261223a22c0af227d")).isLeft(), "an overlong form");
        assertTrue(keys.canonicalJson(Bytes.ofHex("7b2261223a22eda080227d")).isLeft(), "an encoded surrogate");
        assertTrue(keys.canonicalJson(Bytes.of("{}".getBytes(StandardCharsets.UTF_16LE))).isLeft(), "UTF-16");
    }

    @Test
    void jsonBeyondTheBoundsIsMalformed() {
        assertTrue(keys.canonicalJson(utf8("[".repeat(32) + "]".repeat(32))).isRight());
        assertTrue(keys.canonicalJson(utf8("[".repeat(33) + "]".repeat(33))).isLeft());
        assertTrue(keys.canonicalJson(utf8("[".repeat(100_000) + "]".repeat(100_000))).isLeft());
        assertTrue(keys.canonicalJson(utf8("[\"" + "a".repeat(256 * 1024) + "\"]")).isLeft());
    }

    private Verdict check(String der) {
        return keys.check(key, message, Bytes.ofHex(der));
    }

    /** The numbers in DER, whatever they are. */
    private static String der(BigInteger first, BigInteger second) {
        String numbers = number(first) + number(second);
        return "30" + length(numbers) + numbers;
    }

    private static String number(BigInteger number) {
        String hex = Bytes.of(number.toByteArray()).toHex();
        return "02" + length(hex) + hex;
    }

    private static String length(String hex) {
        return Bytes.of((byte) (hex.length() / 2)).toHex();
    }

    private static Bytes utf8(String text) {
        return Bytes.of(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String base64Url(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
