package dev.mandate.adapters.kms.authority;

import static dev.mandate.testsupport.vectors.ProviderVectors.cases;
import static dev.mandate.testsupport.vectors.ProviderVectors.hex;
import static dev.mandate.testsupport.vectors.ProviderVectors.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.authority.SealedKey;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.spi.keys.CredentialSealer;
import dev.mandate.testkit.keys.CredentialSealerContract;
import dev.mandate.testsupport.vectors.ProviderVectors;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import org.bouncycastle.crypto.hpke.HPKE;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class HpkeCredentialSealerTest extends CredentialSealerContract {

    private final AuthorityKeys keys = new BouncyCastleAuthorityKeys();

    @Override
    protected CredentialSealer fresh() {
        return new HpkeCredentialSealer();
    }

    /** The same keys give the bytes that {@code @hpke/core} gives. */
    @Test
    void authorizationKeysAreTheBytesOfTheClientsLibrary() throws InvalidKeyException {
        int compared = 0;
        for (JsonNode vector : cases("04_hpke_seal_deterministic.json")) {
            if (vector.path("aead_id").intValue() == HPKE.aead_CHACHA20_POLY1305) {
                String pkcs8 = new String(hex(vector, "plaintext_hex").toArray(), StandardCharsets.US_ASCII);
                CredentialSealer sealer = sealerOf(P256KeyPair.ofPkcs8(pkcs8).privateKeyHex(), text(vector, "ephemeral_private_key_hex"));
                P256PublicKey to = keys.p256OfSpki(ProviderVectors.base64(vector, "recipient_public_key_spki_b64")).get();

                assertEquals(
                        new SealedKey.AuthorizationKey(hex(vector, "enc_hex"), hex(vector, "ciphertext_hex")),
                        sealer.sealAuthorizationKey(to).sealed());
                compared++;
            }
        }
        assertTrue(compared > 0, "nothing was compared");
    }

    @Test
    void bundlesAreThoseThatTheClientOpens() {
        int compared = 0;
        for (JsonNode vector : cases("01_first_provider_credential_bundle.json")) {
            if (vector.has("reproducible")) {
                CredentialSealer sealer = sealerOf(
                        text(vector, "expected_private_key_hex"),
                        text(vector.path("reproducible"), "ephemeral_private_key_hex"));
                P256PublicKey to = keys.p256OfHex(text(vector, "recipient_public_key_hex")).get();

                assertEquals(new SealedKey.CredentialBundle(text(vector, "credential_bundle")), sealer.sealBundle(to).sealed());
                compared++;
            }
        }
        assertTrue(compared > 0, "nothing was compared");
    }

    private static CredentialSealer sealerOf(String session, String ephemeral) {
        HPKE hpke = new HPKE(HPKE.mode_base, HPKE.kem_P256_SHA256, HPKE.kdf_HKDF_SHA256, HPKE.aead_AES_GCM256);
        Iterator<String> privateKeys = List.of(session, ephemeral).iterator();
        return new HpkeCredentialSealer(() -> hpke.deserializePrivateKey(HexFormat.of().parseHex(privateKeys.next()), null));
    }
}
