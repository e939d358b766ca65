package dev.mandate.client;

import static dev.mandate.testsupport.vectors.ProviderVectors.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.testsupport.vectors.ProviderVectors;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The same inputs give what the published npm clients of the providers give. */
class P256KeyPairVectorsTest {

    @Test
    void credentialBundlesOpenAsInTheClient() throws GeneralSecurityException {
        for (JsonNode vector : ProviderVectors.cases("01_first_provider_credential_bundle.json")) {
            P256KeyPair recipient = P256KeyPair.ofPrivateKeyHex(text(vector, "recipient_private_key_hex"));
            String bundle = text(vector, "credential_bundle");
            if (text(vector, "client_result").equals("ok")) {
                P256KeyPair session = recipient.openCredentialBundle(bundle);
                assertEquals(text(vector, "expected_private_key_hex"), session.privateKeyHex());
                assertEquals(text(vector, "expected_public_key_hex"), session.publicKeyHex());
            } else {
                assertThrows(GeneralSecurityException.class, () -> recipient.openCredentialBundle(bundle), vector::toString);
            }
        }
    }

    @Test
    void stampsAreThoseOfTheDeterministicStamper() throws GeneralSecurityException {
        int compared = 0;
        for (JsonNode vector : ProviderVectors.cases("02_first_provider_stamp.json")) {
            if (vector.path("deterministic_rfc6979").asBoolean(false) && text(vector, "expect").equals("valid")) {
                P256KeyPair session = P256KeyPair.ofPrivateKeyHex(text(vector, "private_key_hex"));
                assertEquals(
                        text(vector, "stamp_header_value"),
                        session.stamp(text(vector, "content_utf8").getBytes(StandardCharsets.UTF_8)));
                compared++;
            }
        }
        assertTrue(compared > 0, "nothing was compared");
    }

    @Test
    void encryptedAuthorizationKeysOpenAsInTheClient() throws GeneralSecurityException {
        for (JsonNode vector : ProviderVectors.cases("03_default_provider_encrypted_authorization_key.json")) {
            P256KeyPair recipient = P256KeyPair.ofPkcs8(text(vector, "recipient_private_key_pkcs8_b64"));
            assertEquals(text(vector, "recipient_public_key_spki_b64"), recipient.publicKeySpki());
            String encapsulatedKey = text(vector, "encapsulated_key_b64");
            String ciphertext = text(vector, "ciphertext_b64");
            if (text(vector, "open_result").equals("ok")) {
                P256KeyPair session = recipient.openAuthorizationKey(encapsulatedKey, ciphertext);
                assertEquals(text(vector, "signing_private_key_hex"), session.privateKeyHex());
                assertEquals(text(vector, "signing_public_key_spki_b64"), session.publicKeySpki());
            } else {
                assertThrows(
                        GeneralSecurityException.class,
                        () -> recipient.openAuthorizationKey(encapsulatedKey, ciphertext),
                        vector::toString);
            }
        }
    }

    @Test
    void theScalarIsFoundBehindTheSameBytes() throws GeneralSecurityException {
        for (JsonNode vector : ProviderVectors.cases("06_authorization_key_extraction.json")) {
            if (text(vector, "expect").equals("ok")) {
                assertEquals(
                        text(vector, "expected_private_key_hex"),
                        P256KeyPair.ofPkcs8(text(vector, "plaintext")).privateKeyHex());
            } else {
                assertThrows(GeneralSecurityException.class, () -> P256KeyPair.ofPkcs8(text(vector, "plaintext")), vector::toString);
            }
        }
    }

    @Test
    void payloadsAreSignedInTheirCanonicalForm() throws GeneralSecurityException {
        P256KeyPair session = P256KeyPair.generate();
        Signature check = Signature.getInstance("SHA256withECDSA");
        check.initVerify(KeyFactory.getInstance("EC")
                .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(session.publicKeySpki()))));
        for (JsonNode vector : ProviderVectors.cases("07_canonical_json.json")) {
            byte[] signature = Base64.getDecoder().decode(session.signKmsPayload(text(vector, "input_b64")));
            check.update(ProviderVectors.hex(vector, "canonical_utf8_hex").toArray());
            assertTrue(check.verify(signature), vector::toString);
        }
    }

    @Test
    void payloadSignaturesAreThoseOfTheClient() throws GeneralSecurityException {
        int compared = 0;
        for (JsonNode vector : ProviderVectors.cases("09_kms_payload_signature.json")) {
            if (vector.path("deterministic_rfc6979").asBoolean(false) && text(vector, "expect").equals("valid")) {
                P256KeyPair session = P256KeyPair.ofPkcs8(text(vector, "authorization_key"));
                assertEquals(text(vector, "public_key_spki_b64"), session.publicKeySpki());
                assertEquals(text(vector, "signature"), session.signKmsPayload(text(vector, "kms_payload")));
                compared++;
            }
        }
        assertTrue(compared > 0, "nothing was compared");
    }

    /** RFC 6979, A.2.5. A stamp holds the signature of the bytes as they are. */
    @Test
    void signaturesAreDeterministic() throws GeneralSecurityException {
        for (JsonNode vector : ProviderVectors.cases("10_ecdsa_p256_rfc6979.json")) {
            String stamp = P256KeyPair.ofPrivateKeyHex(text(vector, "private_key_hex"))
                    .stamp(text(vector, "message_utf8").getBytes(StandardCharsets.UTF_8));
            String json = new String(Base64.getUrlDecoder().decode(stamp), StandardCharsets.UTF_8);
            assertTrue(json.endsWith("\"signature\":\"" + text(vector, "signature_der_hex") + "\"}"), json);
        }
    }
}
