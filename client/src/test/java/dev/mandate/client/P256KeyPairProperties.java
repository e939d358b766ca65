package dev.mandate.client;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Assertions;

/** Whatever a server answers, nothing is thrown but what the method promises. */
class P256KeyPairProperties {

    private static final P256KeyPair PAIR = P256KeyPair.generate();

    @Property
    void noTextOpens(@ForAll @StringLength(max = 130) String text) {
        assertOpensNothing(text);
    }

    @Property
    void noBase58Opens(@ForAll @CharRange(from = '2', to = '9') @StringLength(min = 1, max = 130) String text) {
        assertOpensNothing(text);
    }

    @Property
    void noBase64Opens(@ForAll @Size(max = 150) byte[] bytes) {
        assertOpensNothing(Base64.getEncoder().encodeToString(bytes));
    }

    private static void assertOpensNothing(String text) {
        Assertions.assertThrows(GeneralSecurityException.class, () -> PAIR.openCredentialBundle(text));
        Assertions.assertThrows(GeneralSecurityException.class, () -> PAIR.openAuthorizationKey(text, text));
    }

    @Property
    void anyJsonIsSignedOrRefused(@ForAll @Chars({'{', '}', '[', ']', '"', ':', ',', '\\', 'u', 'd', '8', '0', '-', '.', 'e', ' '}) String json) {
        String payload = Base64.getEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8));
        try {
            Assertions.assertFalse(PAIR.signKmsPayload(payload).isEmpty());
        } catch (IllegalArgumentException refused) {
            Assertions.assertNotNull(refused.getMessage());
        }
    }
}
