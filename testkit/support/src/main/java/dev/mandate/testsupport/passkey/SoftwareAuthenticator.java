package dev.mandate.testsupport.passkey;

import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.passkey.AssertionResponse;
import dev.mandate.ports.api.passkey.RegistrationResponse;
import io.vavr.control.Option;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;

/**
 * A browser with an authenticator that holds one new credential (WebAuthn Level 2, 6). It can misbehave. Immutable: each {@code with…} method
 * returns another one with the same credential.
 */
public final class SoftwareAuthenticator {

    /** User present (WebAuthn Level 2, 6.1). */
    public static final int USER_PRESENT = 1;

    /** The credential may be copied to other devices (WebAuthn Level 3, 6.1). */
    public static final int BACKUP_ELIGIBLE = 8;

    /** ES256 in CBOR (RFC 9053, 2.1). */
    public static final String ES256 = "26";

    /** ES384 in CBOR. */
    public static final String ES384 = "3822";

    private static final int ATTESTED_CREDENTIAL = 0x40;
    private static final int CREDENTIAL_ID_LENGTH = 20;
    private static final String NO_AAGUID = "00".repeat(16);

    private final KeyPair keys;
    private final Bytes credentialId;
    private final String relyingPartyId;
    private final ClientData client;
    private final int flags;
    private final int signCount;

    private record ClientData(String origin, boolean crossOrigin) {}

    private SoftwareAuthenticator(
            KeyPair keys, Bytes credentialId, String relyingPartyId, ClientData client, int flags, int signCount) {
        this.keys = keys;
        this.credentialId = credentialId;
        this.relyingPartyId = relyingPartyId;
        this.client = client;
        this.flags = flags;
        this.signCount = signCount;
    }

    /** One without a counter, whose user is present. */
    public static SoftwareAuthenticator create(String relyingPartyId, String origin) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair keys = generator.generateKeyPair();
            return new SoftwareAuthenticator(
                    keys,
                    Bytes.of(Sha256.of(Bytes.of(keys.getPublic().getEncoded())).toArray()).slice(0, CREDENTIAL_ID_LENGTH),
                    relyingPartyId,
                    new ClientData(origin, false),
                    USER_PRESENT,
                    0);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Another key under an id, which is public. */
    public SoftwareAuthenticator withCredentialId(Bytes other) {
        return new SoftwareAuthenticator(keys, other, relyingPartyId, client, flags, signCount);
    }

    public SoftwareAuthenticator withRelyingParty(String id) {
        return new SoftwareAuthenticator(keys, credentialId, id, client, flags, signCount);
    }

    public SoftwareAuthenticator withOrigin(String origin) {
        return new SoftwareAuthenticator(keys, credentialId, relyingPartyId, new ClientData(origin, false), flags, signCount);
    }

    /** Inside a page of another origin. */
    public SoftwareAuthenticator withinFrame() {
        return new SoftwareAuthenticator(keys, credentialId, relyingPartyId, new ClientData(client.origin, true), flags, signCount);
    }

    public SoftwareAuthenticator withFlags(int other) {
        return new SoftwareAuthenticator(keys, credentialId, relyingPartyId, client, other, signCount);
    }

    public SoftwareAuthenticator withSignCount(int count) {
        return new SoftwareAuthenticator(keys, credentialId, relyingPartyId, client, flags, count);
    }

    public Bytes credentialId() {
        return credentialId;
    }

    /** The public key as a SubjectPublicKeyInfo. */
    public Bytes publicKey() {
        return Bytes.of(keys.getPublic().getEncoded());
    }

    /** The public key as a COSE_Key. */
    public Bytes coseKey() {
        return coseKey(ES256, y());
    }

    /** Registers the credential, without attestation. */
    public RegistrationResponse register(Bytes challenge) {
        return register(challenge, coseKey());
    }

    /** Registers another key, of which nothing is checked. */
    public RegistrationResponse register(Bytes challenge, Bytes coseKey) {
        byte[] data = join(
                authenticatorData(flags | ATTESTED_CREDENTIAL),
                Bytes.ofHex(NO_AAGUID).toArray(),
                new byte[] {0, CREDENTIAL_ID_LENGTH},
                credentialId.toArray(),
                coseKey.toArray());
        // {"fmt": "none", "attStmt": {}, "authData": bytes}
        byte[] head = Bytes.ofHex("a363666d74646e6f6e656761747453746d74a068617574684461746158").toArray();
        return new RegistrationResponse(
                credentialId,
                clientData("webauthn.create", challenge),
                Bytes.of(join(head, new byte[] {(byte) data.length}, data)),
                Option.some(publicKey()));
    }

    /** The credential's key with another algorithm or another y coordinate. */
    public Bytes coseKey(String algorithm, BigInteger y) {
        BigInteger x = ((ECPublicKey) keys.getPublic()).getW().getAffineX();
        return Bytes.ofHex("a5010203" + algorithm + "2001215820" + coordinate(x) + "225820" + coordinate(y));
    }

    public BigInteger y() {
        return ((ECPublicKey) keys.getPublic()).getW().getAffineY();
    }

    private static String coordinate(BigInteger number) {
        String hex = number.toString(16);
        return "0".repeat(64 - hex.length()) + hex;
    }

    /** Signs the challenge. */
    public AssertionResponse sign(Bytes challenge) {
        Bytes clientData = clientData("webauthn.get", challenge);
        byte[] data = authenticatorData(flags);
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(data);
            signature.update(Sha256.of(clientData).toArray());
            return new AssertionResponse(credentialId, clientData, Bytes.of(data), Bytes.of(signature.sign()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private byte[] authenticatorData(int given) {
        return ByteBuffer.allocate(37)
                .put(Sha256.of(relyingPartyId).toArray())
                .put((byte) given)
                .putInt(signCount)
                .array();
    }

    private Bytes clientData(String type, Bytes challenge) {
        String json = "{\"type\":\"%s\",\"challenge\":\"%s\",\"origin\":\"%s\",\"crossOrigin\":%s}"
                .formatted(type, base64url(challenge), client.origin, client.crossOrigin ? "true,\"topOrigin\":\"https://news.example.org\"" : "false");
        return Bytes.of(json.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** The response as browsers write it. */
    public static String json(RegistrationResponse response) {
        return json(
                response.credentialId(),
                "\"attestationObject\":\"%s\",\"transports\":[\"internal\"],\"publicKeyAlgorithm\":-7,\"publicKey\":\"%s\""
                        .formatted(base64url(response.attestationObject()), base64url(response.publicKey().get())),
                response.clientDataJson());
    }

    /** The response as browsers write it. */
    public static String json(AssertionResponse response) {
        return json(
                response.credentialId(),
                "\"authenticatorData\":\"%s\",\"signature\":\"%s\",\"userHandle\":null"
                        .formatted(base64url(response.authenticatorData()), base64url(response.signature())),
                response.clientDataJson());
    }

    private static String json(Bytes credentialId, String response, Bytes clientData) {
        return ("{\"id\":\"%1$s\",\"rawId\":\"%1$s\",\"type\":\"public-key\",\"authenticatorAttachment\":\"platform\","
                        + "\"clientExtensionResults\":{},\"response\":{\"clientDataJSON\":\"%2$s\",%3$s}}")
                .formatted(base64url(credentialId), base64url(clientData), response);
    }

    /** Without padding. */
    public static String base64url(Bytes bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toArray());
    }
}
