package dev.mandate.client;

import static dev.mandate.testsupport.vectors.ProviderVectors.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.client.Secp256k1KeyPair.Format;
import dev.mandate.testsupport.vectors.ProviderVectors;
import java.security.InvalidKeyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class Secp256k1KeyPairTest {

    private static final String ORDER = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";

    @Test
    void thePublicKeyIsThatOfOtherLibraries() throws InvalidKeyException {
        for (JsonNode vector : ProviderVectors.cases("13_secp256k1_intent.json")) {
            Secp256k1KeyPair pair = Secp256k1KeyPair.ofPrivateKeyHex(text(vector, "private_key_hex"));

            assertEquals(text(vector, "public_key_compressed_hex"), pair.publicKeyHex());
            assertEquals(text(vector, "private_key_hex"), pair.privateKeyHex());
            assertFalse(pair.toString().contains(pair.privateKeyHex()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "0000000000000000000000000000000000000000000000000000000000000000", ORDER, "0x" + ORDER})
    void malformedPrivateKeysAreRefused(String hex) {
        assertThrows(InvalidKeyException.class, () -> Secp256k1KeyPair.ofPrivateKeyHex(hex));
    }

    @Test
    void malformedPayloadsAreNotSigned() {
        Secp256k1KeyPair pair = Secp256k1KeyPair.generate();

        assertThrows(IllegalArgumentException.class, () -> pair.signKmsPayload("no base64", Format.SHA256));
        assertThrows(IllegalArgumentException.class, () -> pair.signKmsPayload("bm8ganNvbg==", Format.EIP191));
    }
}
