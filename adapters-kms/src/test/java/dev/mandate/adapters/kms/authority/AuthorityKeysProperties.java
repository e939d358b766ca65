package dev.mandate.adapters.kms.authority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.spi.keys.SignatureCheck.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** No input makes a parser throw, and a changed byte never passes for the original. */
class AuthorityKeysProperties {

    private static final AuthorityKeys KEYS = new BouncyCastleAuthorityKeys();
    private static final P256KeyPair PAIR = P256KeyPair.generate();
    private static final P256PublicKey KEY = KEYS.p256OfHex(PAIR.publicKeyHex()).get();
    private static final Secp256k1PublicKey INTENT_KEY =
            KEYS.secp256k1OfHex("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798").get();
    private static final byte[] BODY = "{\"a\":1}".getBytes(StandardCharsets.US_ASCII);
    private static final String STAMP = PAIR.stamp(BODY);
    private static final Bytes SIGNATURE = KEYS.stamp(STAMP).get().signature();

    @Property
    void noBytesThrow(@ForAll @Size(max = 100) byte[] bytes) {
        Bytes input = Bytes.of(bytes);

        assertTrue(KEYS.p256OfSpki(input).isLeft());
        assertEquals(Verdict.INVALID, KEYS.check(KEY, Bytes.of(BODY), input));
        assertEquals(Verdict.INVALID, KEYS.check(INTENT_KEY, IntentFormat.SHA256, Bytes.of(BODY), input));
        assertTrue(KEYS.stamp(base64Url(bytes)).isLeft());
        assertTrue(KEYS.canonicalJson(input).toOption().forAll(canonical -> KEYS.canonicalJson(canonical).contains(canonical)));
    }

    @Property
    void noTextThrows(@ForAll String text) {
        assertTrue(KEYS.p256OfHex(text).isLeft());
        assertTrue(KEYS.secp256k1OfHex(text).isLeft());
        assertTrue(KEYS.stamp(text).isLeft());
        assertTrue(KEYS.canonicalJson(Bytes.of(text.getBytes(StandardCharsets.UTF_8))).isLeft());
    }

    @Property(tries = 300)
    void aSignatureHasOneEncoding(@ForAll @IntRange(max = 80) int at, @ForAll byte with, @ForAll Edit edit) {
        Bytes changed = edit.apply(SIGNATURE, at, with);

        assertEquals(changed.equals(SIGNATURE) ? Verdict.VALID : Verdict.INVALID, KEYS.check(KEY, Bytes.of(BODY), changed));
    }

    /** What was accepted is one of the two encodings of the key that it stands for. */
    @Property(tries = 300)
    void aChangedSpkiIsMalformedOrAnotherKey(
            @ForAll boolean compressed, @ForAll @IntRange(max = 95) int at, @ForAll byte with, @ForAll Edit edit) {
        Bytes spki = compressed ? compressedSpki(KEY) : Bytes.of(Base64.getDecoder().decode(PAIR.publicKeySpki()));
        Bytes changed = edit.apply(spki, at, with);

        KEYS.p256OfSpki(changed).forEach(key -> {
            assertEquals(changed.equals(spki), key.equals(KEY));
            if (compressed) {
                assertEquals(changed, compressedSpki(key));
            }
        });
    }

    @Property(tries = 300)
    void aChangedStampDoesNotVerify(@ForAll @IntRange(max = 400) int at, @ForAll byte with, @ForAll Edit edit) {
        Bytes stamp = Bytes.of(STAMP.getBytes(StandardCharsets.US_ASCII));
        Bytes changed = edit.apply(stamp, at, with);
        Verdict verdict = KEYS.stamp(new String(changed.toArray(), StandardCharsets.ISO_8859_1))
                .fold(malformed -> Verdict.INVALID, read -> KEYS.check(read.key(), Bytes.of(BODY), read.signature()));

        assertEquals(changed.equals(stamp) ? Verdict.VALID : Verdict.INVALID, verdict);
    }

    @Property(tries = 300)
    void canonicalJsonIsItsOwnCanonicalForm(@ForAll("json") String json) {
        Bytes canonical = KEYS.canonicalJson(Bytes.of(json.getBytes(StandardCharsets.UTF_8))).get();

        assertEquals(canonical, KEYS.canonicalJson(canonical).get());
    }

    @Provide
    Arbitrary<String> json() {
        Arbitrary<String> text = Arbitraries.strings().withChars("a\u20ac\u007f\\\"/\n\u0001 ").ofMaxLength(6).map(AuthorityKeysProperties::quoted);
        Arbitrary<String> leaf = Arbitraries.oneOf(
                text,
                Arbitraries.of("true", "false", "null", "-0", "1.50", "1e3", "12345678901234567890"),
                Arbitraries.doubles().map(String::valueOf));
        Arbitrary<String> value = Arbitraries.lazyOf(
                () -> leaf, () -> leaf, () -> leaf, this::json);
        return Arbitraries.oneOf(
                value.list().ofMaxSize(4).map(values -> "[ " + String.join(" ,", values) + "]"),
                value.list().ofMaxSize(4).map(AuthorityKeysProperties::object));
    }

    /** Each name differs from the others by its first letter, and they come in falling order. */
    private static String object(List<String> values) {
        return IntStream.range(0, values.size())
                .mapToObj(i -> quoted((char) ('z' - i) + "\n\u20ac") + " : " + values.get(i))
                .collect(Collectors.joining(" , ", "{", "}"));
    }

    private static String quoted(String text) {
        return text.chars()
                .mapToObj(c -> c < ' ' || c == '"' || c == '\\' ? "\\u00" + Bytes.of((byte) c).toHex() : String.valueOf((char) c))
                .collect(Collectors.joining("", "\"", "\""));
    }

    private static Bytes compressedSpki(P256PublicKey key) {
        return Bytes.ofHex("3039301306072a8648ce3d020106082a8648ce3d030107032200" + key);
    }

    private static String base64Url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** A small change of bytes, at most at their end. */
    enum Edit {
        REPLACE,
        INSERT,
        REMOVE;

        Bytes apply(Bytes bytes, int position, byte with) {
            int at = Math.min(position, bytes.length() - 1);
            String before = bytes.slice(0, at).toHex();
            String here = bytes.slice(at, 1).toHex();
            String after = bytes.slice(at + 1, bytes.length() - at - 1).toHex();
            String changed = Bytes.of(with).toHex();
            return Bytes.ofHex(before + switch (this) {
                case REPLACE -> changed;
                case INSERT -> changed + here;
                case REMOVE -> "";
            } + after);
        }
    }
}
