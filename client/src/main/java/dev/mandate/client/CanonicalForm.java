package dev.mandate.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.erdtman.jcs.JsonCanonicalizer;

/** The bytes that an authority signs of a payload or an intent: its canonical form (RFC 8785). */
final class CanonicalForm {

    private CanonicalForm() {}

    /**
     * The canonical form of a payload in base64.
     *
     * @throws IllegalArgumentException if it is not base64 of JSON
     */
    static byte[] ofPayload(String kmsPayload) {
        return of(Base64.getDecoder().decode(kmsPayload));
    }

    /**
     * The canonical form of JSON. Half a surrogate pair has no UTF-8, and the canonicalizer would write a question mark.
     *
     * @throws IllegalArgumentException if it is not JSON
     */
    static byte[] of(byte[] json) {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString();
            String canonical = new JsonCanonicalizer(text).getEncodedString();
            if (!StandardCharsets.UTF_8.newEncoder().canEncode(canonical)) {
                throw new IllegalArgumentException("half a surrogate pair");
            }
            return canonical.getBytes(StandardCharsets.UTF_8);
        } catch (IOException malformed) {
            throw new IllegalArgumentException("not JSON", malformed);
        }
    }
}
