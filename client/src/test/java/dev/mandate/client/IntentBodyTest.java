package dev.mandate.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class IntentBodyTest {

    private final IntentBody intent =
            IntentBody.of("try", "devnet", "11111111111111111111111111111111", Instant.ofEpochSecond(1_764_547_200)).with("zeta", "last");

    @Test
    void itsBytesAreTheFieldsInOrderWithoutSpaces() {
        String text = new String(intent.bytes(), StandardCharsets.US_ASCII);

        assertTrue(
                text.matches("\\{\"account\":\"1{32}\",\"action\":\"try\",\"expires_at\":1764547200,\"network\":\"devnet\","
                        + "\"nonce\":\"[0-9a-f]{64}\",\"zeta\":\"last\"}"),
                text);
    }

    @Test
    void eachHasANonceOfItsOwn() {
        assertNotEquals(
                new String(intent.bytes(), StandardCharsets.US_ASCII),
                new String(
                        IntentBody.of("try", "devnet", "11111111111111111111111111111111", Instant.ofEpochSecond(1_764_547_200))
                                .with("zeta", "last")
                                .bytes(),
                        StandardCharsets.US_ASCII));
    }

    @Test
    void aSessionSignsItsBytes() throws GeneralSecurityException {
        P256KeyPair session = P256KeyPair.generate();
        String json = intent.signedBy("a", session).json();
        String signature = json.substring(json.indexOf("\"signature\":\"") + 13, json.lastIndexOf('"'));
        Signature check = Signature.getInstance("SHA256withECDSA");
        check.initVerify(KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(session.publicKeySpki()))));
        check.update(intent.bytes());

        assertTrue(check.verify(Base64.getDecoder().decode(signature)));
        assertEquals(json, "{\"content\":" + new String(intent.bytes(), StandardCharsets.US_ASCII)
                + ",\"signatures\":[{\"address\":\"a\",\"signature\":\"" + signature + "\"}]}");
    }

    @Test
    void aSignedIntentCannotBeChanged() {
        IntentBody signed = intent.signedBy("a", new byte[64]);

        assertThrows(IllegalArgumentException.class, () -> signed.with("more", "text"));
        assertThrows(IllegalArgumentException.class, () -> intent.with("more", "é"));
        assertThrows(IllegalArgumentException.class, () -> intent.withJson("more", "{").bytes());
    }
}
