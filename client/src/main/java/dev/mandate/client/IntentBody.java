package dev.mandate.client;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;

/**
 * The field {@code intent} of a request: its content, and signatures of the content's canonical form (RFC 8785). Immutable.
 *
 * <pre>{@code
 * IntentBody intent = IntentBody.of("nonce_account_allow", "mainnet", account, Instant.now().plusSeconds(3600))
 *         .with("nonce_account", nonceAccount)
 *         .signedBy(emailSigner, session)
 *         .signedBy(otherSigner, wallet.signMessage(intent.bytes()));
 * String body = "{\"nonce_account\":\"" + nonceAccount + "\",\"intent\":" + intent.json() + "}";
 * }</pre>
 *
 * <p>Add all fields before the first signature.
 */
public final class IntentBody {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int NONCE_BYTES = 32;

    private final Map<String, String> content;
    private final List<String> signatures;

    private IntentBody(Map<String, String> content, List<String> signatures) {
        this.content = content;
        this.signatures = signatures;
    }

    /**
     * An intent with a fresh nonce.
     *
     * @param account base58, the smart account address
     * @param expiresAt at most 24 hours ahead; cut to whole seconds
     */
    public static IntentBody of(String action, String network, String account, Instant expiresAt) {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        return new IntentBody(Map.of(), List.of())
                .with("action", action)
                .with("network", network)
                .with("account", account)
                .with("nonce", HexFormat.of().formatHex(nonce))
                .withJson("expires_at", Long.toString(expiresAt.getEpochSecond()));
    }

    /**
     * The intent with a field of the action.
     *
     * @throws IllegalArgumentException if {@code text} is not printable ASCII, or somebody has signed
     */
    public IntentBody with(String field, String text) {
        return withJson(field, quoted(text));
    }

    /**
     * The intent with a field of the action.
     *
     * @param json its value: a text of printable ASCII, a whole number, true, false, or arrays and objects of these
     * @throws IllegalArgumentException if somebody has signed
     */
    public IntentBody withJson(String field, String json) {
        if (!signatures.isEmpty()) {
            throw new IllegalArgumentException("somebody has signed");
        }
        Map<String, String> more = new TreeMap<>(content);
        more.put(quoted(field), json);
        return new IntentBody(more, signatures);
    }

    /**
     * The bytes to sign.
     *
     * @throws IllegalArgumentException if a field is no JSON
     */
    public byte[] bytes() {
        String object = content.entrySet().stream()
                .map(field -> field.getKey() + ":" + field.getValue())
                .collect(Collectors.joining(",", "{", "}"));
        return CanonicalForm.of(object.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The intent with a signature of {@link #bytes()}.
     *
     * @param address base58, of a signer or the admin
     * @param signature Ed25519 by the key of this address; ECDSA in DER, with low S, by the secp256k1 key that is bound to it
     */
    public IntentBody signedBy(String address, byte[] signature) {
        List<String> more = new ArrayList<>(signatures);
        more.add("{\"address\":" + quoted(address) + ",\"signature\":\"" + Base64.getEncoder().encodeToString(signature) + "\"}");
        return new IntentBody(content, more);
    }

    /** The intent, signed by a session of the managed signer at {@code address}. */
    public IntentBody signedBy(String address, P256KeyPair session) {
        return signedBy(address, session.sign(bytes()));
    }

    /**
     * The intent, signed by the Ed25519 key of {@code address}.
     *
     * @param seed the 32 bytes that RFC 8032 calls the private key
     */
    public IntentBody signedByEd25519(String address, byte[] seed) {
        byte[] bytes = bytes();
        Ed25519Signer signer = new Ed25519Signer();
        signer.init(true, new Ed25519PrivateKeyParameters(seed));
        signer.update(bytes, 0, bytes.length);
        return signedBy(address, signer.generateSignature());
    }

    /** The value of the field {@code intent}. */
    public String json() {
        return "{\"content\":" + new String(bytes(), StandardCharsets.UTF_8) + ",\"signatures\":[" + String.join(",", signatures) + "]}";
    }

    private static String quoted(String text) {
        if (!text.chars().allMatch(character -> character >= ' ' && character <= '~')) {
            throw new IllegalArgumentException("not printable ASCII");
        }
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
