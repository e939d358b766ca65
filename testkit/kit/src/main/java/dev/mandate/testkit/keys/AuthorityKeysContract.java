package dev.mandate.testkit.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.spi.keys.AuthorityKeys.Malformed;
import dev.mandate.ports.spi.keys.AuthorityKeys.Stamp;
import dev.mandate.ports.spi.keys.SignatureCheck.Verdict;
import io.vavr.control.Either;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract of every {@link AuthorityKeys}: what an attacker may send where a key, a signature, a stamp or a payload belongs. Extend this class
 * and return an instance.
 *
 * <p>Not asserted: that checks take the same time for each input, because all of it is public. Nor every form of JSON, because RFC 8785 publishes
 * vectors for that.
 */
public abstract class AuthorityKeysContract {

    private static final String SPKI = "3059301306072a8648ce3d020106082a8648ce3d030107034200";
    private static final String PKCS8 = "3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420";
    private static final BigInteger ORDER = new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);
    private static final BigInteger SECP256K1_ORDER =
            new BigInteger("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", 16);

    /** RFC 6979, appendix A.2.5: the key, and its signature of "sample" with SHA-256. */
    private static final String POINT = "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
            + "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299";

    private static final String R = "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716";
    private static final String S = "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8";
    private static final Bytes MESSAGE = utf8("sample");
    private static final P256PublicKey KEY = new P256PublicKey(Bytes.ofHex("03" + POINT.substring(2, 66)));

    /** A key on secp256k1, and its signatures of {@link #INTENT} with low s. */
    private static final Secp256k1PublicKey INTENT_KEY =
            new Secp256k1PublicKey(Bytes.ofHex("03b9d4db579b55ce1b3c154e95cb89f4870c21aca28cefea2b8c9de091902e327a"));

    private static final Bytes INTENT = utf8("{\"intent\":\"execute\",\"account\":\"acct-shared-a\",\"message_sha256\":"
            + "\"ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb\"}");

    /** Returns an instance. */
    protected abstract AuthorityKeys keys();

    /** The numbers r and s of the signature of the intent. */
    private static String intentSignature(IntentFormat format) {
        return switch (format) {
            case SHA256 -> "02248e97372e53ca959d76eb353a38d648966993b5db124779828740e6819558"
                    + "344641b19798123a2f7799aab6ce131689fa4c6aedea7103cd0fa6823769d6b4";
            case EIP191 -> "f881675960d9c99d4e752bd0c265da7511e37e74bc068418add29198941b44f9"
                    + "12e1600502eaf926f025f27e572cbd49494366caec8034c53d097b86de1753dc";
        };
    }

    /** Both numbers have their first bit set, so DER puts a zero before each. */
    @Test
    void aSignatureIsValidInItsOnlyEncoding() {
        assertEquals(Verdict.VALID, check("3046" + "022100" + R + "022100" + S));
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
        assertEquals(Verdict.INVALID, check(hex.replace(" ", "").replace("R", R).replace("S", S)), what);
    }

    @Test
    void numbersOutsideOfTheOrderAreInvalid() {
        BigInteger validR = new BigInteger(R, 16);
        BigInteger validS = new BigInteger(S, 16);

        assertEquals(Verdict.VALID, check(der(validR, validS)));
        for (BigInteger outside : List.of(BigInteger.ZERO, ORDER, ORDER.add(BigInteger.ONE), BigInteger.TWO.pow(256).subtract(BigInteger.ONE))) {
            assertEquals(Verdict.INVALID, check(der(outside, validS)));
            assertEquals(Verdict.INVALID, check(der(validR, outside)));
        }
        assertEquals(Verdict.INVALID, check(der(validR, validS.subtract(ORDER))));
    }

    @Test
    void bothSignsOfAP256SignatureAreValid() {
        assertEquals(Verdict.VALID, check(der(new BigInteger(R, 16), ORDER.subtract(new BigInteger(S, 16)))));
    }

    @Test
    void aSignatureHoldsForItsMessageAndItsKeyAlone() {
        P256Pair pair = P256Pair.generate();
        for (Bytes content : List.of(Bytes.EMPTY, MESSAGE, Bytes.of(new byte[10_000]))) {
            Bytes signature = pair.sign(content);

            assertEquals(Verdict.VALID, keys().check(pair.publicKey(), content, signature));
            assertEquals(Verdict.INVALID, keys().check(KEY, content, signature));
            assertEquals(Verdict.INVALID, keys().check(pair.publicKey(), utf8("another"), signature));
        }
    }

    @Test
    void anIntentsSignatureHoldsForItsFormatItsMessageAndItsKeyAloneAndWithLowS() {
        Secp256k1PublicKey another = keys().secp256k1OfHex("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798").get();
        for (IntentFormat format : IntentFormat.values()) {
            BigInteger first = new BigInteger(intentSignature(format).substring(0, 64), 16);
            BigInteger low = new BigInteger(intentSignature(format).substring(64), 16);
            Bytes signature = Bytes.ofHex(der(first, low));

            for (IntentFormat checked : IntentFormat.values()) {
                assertEquals(checked == format ? Verdict.VALID : Verdict.INVALID, keys().check(INTENT_KEY, checked, INTENT, signature));
            }
            assertEquals(Verdict.INVALID, keys().check(INTENT_KEY, format, MESSAGE, signature));
            assertEquals(Verdict.INVALID, keys().check(another, format, INTENT, signature));
            assertEquals(
                    Verdict.INVALID, keys().check(INTENT_KEY, format, INTENT, Bytes.ofHex(der(first, SECP256K1_ORDER.subtract(low)))));
        }
    }

    @Test
    void aKeyHasFourFormsInEitherCase() {
        String compressed = KEY.toString();
        String upper = compressed.toUpperCase(Locale.ROOT);

        assertEquals(KEY, keys().p256OfHex(POINT).get());
        assertEquals(KEY, keys().p256OfHex(upper).get());
        assertEquals(INTENT_KEY, keys().secp256k1OfHex(INTENT_KEY.toString().toUpperCase(Locale.ROOT)).get());
        assertEquals(KEY, keys().p256OfHex(compressed).get());
        assertEquals(KEY, keys().p256OfSpki(Bytes.ofHex(SPKI + POINT)).get());
        assertEquals(KEY, keys().p256OfSpki(Bytes.ofHex("3039301306072a8648ce3d020106082a8648ce3d030107032200" + compressed)).get());
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
                .replace("X", POINT.substring(2, 66))
                .replace("Y", POINT.substring(66))
                .replace("F", "f".repeat(64))
                .replace("Z", "0".repeat(64))
                .replace("N", "0".repeat(63) + "1");
        assertTrue(keys().p256OfSpki(Bytes.ofHex(bytes)).isLeft(), what);
    }

    @Test
    void anotherHexIsMalformed() {
        String x = POINT.substring(2, 66);
        String y = POINT.substring(66);
        for (String hex : List.of(
                "", "00", x, "02" + x.substring(1), "0x02" + x, "02" + x + " ", "02" + x.substring(1) + "\u0661", "04" + x,
                "07" + x + y, "04" + y + x, "02" + y + x, "02" + "0".repeat(63) + "7", "02" + "f".repeat(64), "00".repeat(33))) {
            assertTrue(keys().p256OfHex(hex).isLeft(), hex);
            assertTrue(keys().secp256k1OfHex(hex).isLeft(), hex);
        }
    }

    /** A client that posts a private key where a public one belongs must not find it in an answer or a log. */
    @Test
    void noDetailRepeatsItsInput() {
        String secret = P256Pair.generate().scalar().toHex();
        for (Either<Malformed, ?> refused : List.of(
                keys().p256OfHex(secret),
                keys().secp256k1OfHex(secret),
                keys().p256OfSpki(Bytes.ofHex(PKCS8 + secret)),
                keys().stamp(secret),
                keys().canonicalJson(utf8("{\"" + secret + "\":}")))) {
            String detail = refused.getLeft().detail();
            assertTrue(!detail.contains(secret.substring(0, 8)) && detail.length() < 160, detail);
        }
    }

    @Test
    void aStampHoldsForTheExactBytesOfTheBody() {
        P256Pair pair = P256Pair.generate();
        Bytes body = utf8("{\"email\": \"user@example.com\"}");
        String json = "{'publicKey':'%s','scheme':'SIGNATURE_SCHEME_TK_API_P256','signature':'%s'}"
                .formatted(pair.publicKey(), pair.sign(body).toHex())
                .replace('\'', '"');
        Stamp stamp = keys().stamp(base64Url(json)).get();

        assertEquals(pair.publicKey(), stamp.key());
        assertEquals(Verdict.VALID, keys().check(stamp.key(), body, stamp.signature()));
        assertEquals(Verdict.INVALID, keys().check(stamp.key(), utf8("{\"email\":\"user@example.com\"}"), stamp.signature()));
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
        assertTrue(keys().stamp(base64Url(stampJson(form))).isLeft());
    }

    @Test
    void aStampHasOneSpelling() {
        String spelled = base64Url(stampJson("{'scheme':'SIGNATURE_SCHEME_TK_API_P256', 'signature':'$', 'publicKey':'#'}  "));
        assertTrue(keys().stamp(spelled).isRight(), "names in any order, with blanks");
        assertEquals(2, spelled.length() % 4, "its last character has unused bits");

        assertTrue(keys().stamp(spelled + "==").isLeft(), "padded");
        int last = spelled.length() - 1;
        assertTrue(keys().stamp(spelled.substring(0, last) + (char) (spelled.charAt(last) + 1)).isLeft(), "unused bits set");
        assertTrue(keys().stamp(" " + spelled).isLeft(), "a blank before");
        String form = "{'publicKey':'#','scheme':'SIGNATURE_SCHEME_TK_API_P256','signature':'$'}";
        assertTrue(keys().stamp(base64Url(stampJson(form + " ".repeat(400)))).isLeft(), "too long");
    }

    private String stampJson(String form) {
        return form.replace('\'', '"').replace("#", KEY.toString()).replace("$", "3006020101020101");
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
        assertTrue(keys().canonicalJson(utf8(json)).isLeft());
    }

    @Test
    void otherEncodingsAreMalformed() {
        assertTrue(keys().canonicalJson(Bytes.ofHex("7b2261223a22c0af227d")).isLeft(), "an overlong form");
        assertTrue(keys().canonicalJson(Bytes.ofHex("7b2261223a22eda080227d")).isLeft(), "an encoded surrogate");
        assertTrue(keys().canonicalJson(Bytes.of("{}".getBytes(StandardCharsets.UTF_16LE))).isLeft(), "UTF-16");
    }

    @Test
    void jsonBeyondTheBoundsIsMalformed() {
        assertTrue(keys().canonicalJson(utf8("[".repeat(32) + "]".repeat(32))).isRight());
        assertTrue(keys().canonicalJson(utf8("[".repeat(33) + "]".repeat(33))).isLeft());
        assertTrue(keys().canonicalJson(utf8("[".repeat(100_000) + "]".repeat(100_000))).isLeft());
        assertTrue(keys().canonicalJson(utf8("[\"" + "a".repeat(256 * 1024) + "\"]")).isLeft());
    }

    private Verdict check(String der) {
        return keys().check(KEY, MESSAGE, Bytes.ofHex(der));
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
