package dev.mandate.adapters.kms.authority;

import static dev.mandate.testsupport.vectors.ProviderVectors.base64;
import static dev.mandate.testsupport.vectors.ProviderVectors.cases;
import static dev.mandate.testsupport.vectors.ProviderVectors.hex;
import static dev.mandate.testsupport.vectors.ProviderVectors.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.spi.keys.AuthorityKeys.Malformed;
import dev.mandate.ports.spi.keys.SignatureCheck.Verdict;
import dev.mandate.testsupport.vectors.ProviderVectors;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Published vectors, and what published npm clients made. */
class AuthorityKeysVectorsTest {

    private final AuthorityKeys keys = new BouncyCastleAuthorityKeys();

    @Test
    void spkiIsReadInItsTwoForms() {
        for (JsonNode vector : cases("15_spki_public_keys.json")) {
            Either<Malformed, P256PublicKey> read = decoded(text(vector, "encryption_public_key"))
                    .toEither(new Malformed("not base64"))
                    .flatMap(keys::p256OfSpki);
            assertEquals(text(vector, "expect").equals("accept"), read.isRight(), vector::toString);
            read.forEach(key -> assertEquals(
                    keys.p256OfHex(text(vector, "public_key_uncompressed_hex")).get(), key));
        }
    }

    private static Option<Bytes> decoded(String base64) {
        try {
            return Option.some(Bytes.of(Base64.getDecoder().decode(base64)));
        } catch (IllegalArgumentException malformed) {
            return Option.none();
        }
    }

    @Test
    void stampsAreJudgedAsTheVectorsSay() {
        for (JsonNode vector : cases("02_first_provider_stamp.json")) {
            Bytes content = Bytes.of(text(vector, "content_utf8").getBytes(StandardCharsets.UTF_8));
            Verdict verdict = keys.stamp(text(vector, "stamp_header_value"))
                    .fold(malformed -> Verdict.INVALID, stamp -> keys.check(stamp.key(), content, stamp.signature()));
            assertEquals(verdict(text(vector, "expect")), verdict, vector::toString);
        }
    }

    @Test
    void jsonIsCanonicalAsInTheClient() {
        for (JsonNode vector : cases("07_canonical_json.json")) {
            assertEquals(hex(vector, "canonical_utf8_hex"), keys.canonicalJson(base64(vector, "input_b64")).get(), vector::toString);
        }
    }

    @Test
    void jsonIsCanonicalAsRfc8785Says() {
        Option<JsonNode> file = ProviderVectors.beside("08_rfc8785_official.json");
        Assumptions.assumeTrue(file.isDefined(), "skipped: no vectors of RFC 8785 beside the project");
        for (JsonNode vector : cases(file.get())) {
            if (vector.has("input_b64")) {
                assertEquals(base64(vector, "canonical_b64"), keys.canonicalJson(base64(vector, "input_b64")).get());
            } else {
                double number = Double.longBitsToDouble(HexFormat.fromHexDigitsToLong(text(vector, "ieee754_bits_hex")));
                Bytes json = Bytes.of(("[" + number + "]").getBytes(StandardCharsets.US_ASCII));
                assertEquals("[" + text(vector, "canonical") + "]", utf8(keys.canonicalJson(json).get()));
            }
        }
    }

    @Test
    void payloadSignaturesAreJudgedAsTheVectorsSay() {
        for (JsonNode vector : cases("09_kms_payload_signature.json")) {
            P256PublicKey key = keys.p256OfSpki(base64(vector, "public_key_spki_b64")).get();
            Bytes canonical = keys.canonicalJson(base64(vector, "kms_payload")).get();

            assertEquals(text(vector, "canonical"), utf8(canonical));
            assertEquals(verdict(text(vector, "expect")), keys.check(key, canonical, base64(vector, "signature")), vector::toString);
        }
    }

    @Test
    void highSOfP256IsValid() {
        for (JsonNode vector : cases("10_ecdsa_p256_rfc6979.json")) {
            P256PublicKey key = keys.p256OfHex(text(vector, "public_key_uncompressed_hex")).get();
            Bytes message = Bytes.of(text(vector, "message_utf8").getBytes(StandardCharsets.UTF_8));

            assertEquals(Verdict.VALID, keys.check(key, message, hex(vector, "signature_der_hex")));
        }
    }

    @Test
    void intentsAreSignedInBothFormats() {
        for (JsonNode vector : cases("13_secp256k1_intent.json")) {
            Secp256k1PublicKey key = keys.secp256k1OfHex(text(vector, "public_key_compressed_hex")).get();
            Bytes message = Bytes.of(text(vector, "message_utf8").getBytes(StandardCharsets.UTF_8));
            Bytes sha256 = hex(vector.path("sha256"), "der_hex");
            Bytes eip191 = hex(vector.path("eip191"), "der_hex");

            assertEquals(Verdict.VALID, keys.check(key, IntentFormat.SHA256, message, sha256));
            assertEquals(Verdict.VALID, keys.check(key, IntentFormat.EIP191, message, eip191));
            assertEquals(Verdict.INVALID, keys.check(key, IntentFormat.SHA256, message, eip191));
            assertEquals(Verdict.INVALID, keys.check(key, IntentFormat.EIP191, message, sha256));
        }
    }

    @Test
    void projectWycheproofIsJudgedAsItSays() {
        Option<JsonNode> file = ProviderVectors.beside("wycheproof/ecdsa_secp256r1_sha256_test.json");
        Assumptions.assumeTrue(file.isDefined(), "skipped: no Wycheproof beside the project");
        int valid = 0;
        for (JsonNode group : file.get().path("testGroups").values()) {
            P256PublicKey key = keys.p256OfSpki(hex(group, "publicKeyDer")).get();
            for (JsonNode vector : group.path("tests").values()) {
                Verdict verdict = keys.check(key, hex(vector, "msg"), hex(vector, "sig"));
                assertEquals(verdict(text(vector, "result")), verdict, vector::toString);
                valid += verdict == Verdict.VALID ? 1 : 0;
            }
        }
        assertTrue(valid > 0, "nothing was tested");
    }

    private static Verdict verdict(String expected) {
        return expected.equals("valid") ? Verdict.VALID : Verdict.INVALID;
    }

    private static String utf8(Bytes bytes) {
        return new String(bytes.toArray(), StandardCharsets.UTF_8);
    }
}
