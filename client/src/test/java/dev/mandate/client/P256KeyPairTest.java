package dev.mandate.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.testsupport.vectors.ProviderVectors;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class P256KeyPairTest {

    private static final String ORDER = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";

    private final P256KeyPair pair = P256KeyPair.generate();

    @Test
    void anotherLibraryReadsTheKeys() throws GeneralSecurityException {
        byte[] message = {1, 2, 3};
        KeyFactory factory = KeyFactory.getInstance("EC");
        Signature signer = Signature.getInstance("SHA256withECDSA");
        signer.initSign(factory.generatePrivate(new PKCS8EncodedKeySpec(decoded(pair.privateKeyPkcs8()))));
        signer.update(message);
        byte[] signature = signer.sign();
        signer.initVerify(factory.generatePublic(new X509EncodedKeySpec(decoded(pair.publicKeySpki()))));
        signer.update(message);

        assertTrue(signer.verify(signature));
        assertEquals(138, decoded(pair.privateKeyPkcs8()).length);
        assertEquals(91, decoded(pair.publicKeySpki()).length);
    }

    @Test
    void itsPrivateKeyGivesThePairBack() throws InvalidKeyException {
        assertEquals(pair.publicKeyHex(), P256KeyPair.ofPkcs8(pair.privateKeyPkcs8()).publicKeyHex());
        assertEquals(pair.publicKeyHex(), P256KeyPair.ofPkcs8("wallet-auth:" + pair.privateKeyPkcs8()).publicKeyHex());
        assertEquals(pair.publicKeyHex(), P256KeyPair.ofPrivateKeyHex(pair.privateKeyHex()).publicKeyHex());
        assertNotEquals(pair.publicKeyHex(), P256KeyPair.generate().publicKeyHex());
    }

    @Test
    void itsTextHidesThePrivateKey() {
        assertFalse(pair.toString().contains(pair.privateKeyHex()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "0000000000000000000000000000000000000000000000000000000000000000", ORDER, "0x" + ORDER, "not hex"})
    void malformedPrivateKeysAreRefused(String hex) {
        assertThrows(InvalidKeyException.class, () -> P256KeyPair.ofPrivateKeyHex(hex));
        assertThrows(InvalidKeyException.class, () -> P256KeyPair.ofPkcs8(hex));
        assertThrows(GeneralSecurityException.class, () -> pair.openCredentialBundle(hex));
        assertThrows(GeneralSecurityException.class, () -> pair.openAuthorizationKey(hex, hex));
    }

    @Test
    void aBundleHasOneSpelling() throws GeneralSecurityException {
        var vector = ProviderVectors.cases("01_first_provider_credential_bundle.json").iterator().next();
        P256KeyPair recipient = P256KeyPair.ofPrivateKeyHex(ProviderVectors.text(vector, "recipient_private_key_hex"));
        String bundle = ProviderVectors.text(vector, "credential_bundle");

        assertEquals(ProviderVectors.text(vector, "expected_public_key_hex"), recipient.openCredentialBundle(bundle).publicKeyHex());
        for (String other : new String[] {"1" + bundle, bundle + "1", bundle.substring(1), " " + bundle, "z".repeat(100_000)}) {
            assertThrows(GeneralSecurityException.class, () -> recipient.openCredentialBundle(other));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "{", "{\"a\":1,\"a\":2}", "{\"a\":\"\\ud800\"}", "{\"a\":1e400}"})
    void malformedPayloadsAreNotSigned(String json) {
        String payload = Base64.getEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8));

        assertThrows(IllegalArgumentException.class, () -> pair.signKmsPayload(payload));
        assertThrows(IllegalArgumentException.class, () -> pair.signKmsPayload("not base64"));
    }

    private static byte[] decoded(String base64) {
        return Base64.getDecoder().decode(base64);
    }
}
