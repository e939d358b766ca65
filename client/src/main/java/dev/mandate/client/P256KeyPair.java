package dev.mandate.client;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.util.Base64;
import java.util.HexFormat;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.hpke.HPKE;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECNamedDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.crypto.signers.DSADigestSigner;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.math.ec.FixedPointCombMultiplier;
import org.bouncycastle.util.Arrays;
import org.bouncycastle.util.BigIntegers;

/**
 * A P-256 key pair of a client. It is either the key to which the service seals a session key, or that session key:
 *
 * <pre>{@code
 * P256KeyPair own = P256KeyPair.generate();
 * // own.publicKeySpki() goes out as kms_provider_config.encryption_public_key; encapsulated_key and ciphertext come back
 * P256KeyPair session = own.openAuthorizationKey(encapsulatedKey, ciphertext);
 * String signature = session.signKmsPayload(kmsPayload);
 * }</pre>
 *
 * <p>Its formats are those of {@code @privy-io/node}, {@code @turnkey/crypto} and {@code @turnkey/api-key-stamper}. Safe from any thread. Only
 * the two methods named after the private key show it.
 */
public final class P256KeyPair {

    /** The header that carries a {@link #stamp}. */
    public static final String STAMP_HEADER = "X-Stamp";

    private static final ECDomainParameters P256 = ECNamedDomainParameters.lookup(SECObjectIdentifiers.secp256r1);
    private static final int SCALAR_BYTES = 32;
    private static final int COMPRESSED_POINT_BYTES = 33;
    private static final int TAG_BYTES = 16;
    private static final int BUNDLE_BYTES = COMPRESSED_POINT_BYTES + SCALAR_BYTES + TAG_BYTES;

    /** What precedes the uncompressed point in a SubjectPublicKeyInfo of the named curve (RFC 5480). */
    private static final byte[] SPKI = hex("3059301306072a8648ce3d020106082a8648ce3d030107034200");

    /** What precedes the scalar, and what stands between it and the point, in a PKCS#8 key (RFC 5208, RFC 5915). */
    private static final byte[] PKCS8 = hex("308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420");

    private static final byte[] PKCS8_POINT = hex("a144034200");

    private static final String AUTHORIZATION_KEY_PREFIX = "wallet-auth:";
    private static final byte[] BUNDLE_INFO = "turnkey_hpke".getBytes(StandardCharsets.US_ASCII);

    private final ECPrivateKeyParameters privateKey;
    private final ECPublicKeyParameters publicKey;

    private P256KeyPair(BigInteger scalar) {
        this.privateKey = new ECPrivateKeyParameters(scalar, P256);
        this.publicKey = new ECPublicKeyParameters(new FixedPointCombMultiplier().multiply(P256.getG(), scalar), P256);
    }

    /** A new key pair. */
    public static P256KeyPair generate() {
        AsymmetricCipherKeyPair fresh = hpke(HPKE.aead_AES_GCM256).generatePrivateKey();
        return new P256KeyPair(((ECPrivateKeyParameters) fresh.getPrivate()).getD());
    }

    /**
     * The key pair of a private key in base64 of PKCS#8, with or without {@code wallet-auth:} before it. As in the default provider's client, the
     * scalar is the 32 bytes behind the first {@code 04 20}.
     *
     * @throws InvalidKeyException if there is no such key in {@code text}
     */
    public static P256KeyPair ofPkcs8(String text) throws InvalidKeyException {
        byte[] der = decode(text.startsWith(AUTHORIZATION_KEY_PREFIX) ? text.substring(AUTHORIZATION_KEY_PREFIX.length()) : text);
        for (int at = 2; at + SCALAR_BYTES <= der.length; at++) {
            if (der[at - 2] == 0x04 && der[at - 1] == 0x20) {
                return ofScalar(Arrays.copyOfRange(der, at, at + SCALAR_BYTES));
            }
        }
        throw new InvalidKeyException("not a PKCS#8 key");
    }

    /**
     * The key pair of a private key in 64 hexadecimal digits.
     *
     * @throws InvalidKeyException if {@code hex} is not such a key
     */
    public static P256KeyPair ofPrivateKeyHex(String hex) throws InvalidKeyException {
        if (!hex.matches("[0-9a-fA-F]{64}")) {
            throw new InvalidKeyException("not 64 hexadecimal digits");
        }
        return ofScalar(hex(hex));
    }

    private static P256KeyPair ofScalar(byte[] bytes) throws InvalidKeyException {
        BigInteger scalar = new BigInteger(1, bytes);
        if (bytes.length != SCALAR_BYTES || scalar.signum() == 0 || scalar.compareTo(P256.getN()) >= 0) {
            throw new InvalidKeyException("not a private key of P-256");
        }
        return new P256KeyPair(scalar);
    }

    /** The public key in base64 of a SubjectPublicKeyInfo, 91 bytes: an {@code encryption_public_key}. */
    public String publicKeySpki() {
        return base64(Arrays.concatenate(SPKI, point()));
    }

    /** The public key in 66 lower-case hexadecimal digits, compressed: an {@code auth_public_key}. */
    public String publicKeyHex() {
        return HexFormat.of().formatHex(publicKey.getQ().getEncoded(true));
    }

    /** The private key in base64 of PKCS#8, 138 bytes, with the public key inside. */
    public String privateKeyPkcs8() {
        return base64(Arrays.concatenate(PKCS8, scalar(), PKCS8_POINT, point()));
    }

    /** The private key in 64 lower-case hexadecimal digits. */
    public String privateKeyHex() {
        return HexFormat.of().formatHex(scalar());
    }

    /**
     * Opens an {@code encrypted_authorization_key} that was sealed to this key pair: HPKE (RFC 9180) with ChaCha20-Poly1305.
     *
     * @param encapsulatedKey base64 of the uncompressed point
     * @param ciphertext base64
     * @return the session's key pair
     * @throws GeneralSecurityException if it was sealed to another key, or changed
     */
    public P256KeyPair openAuthorizationKey(String encapsulatedKey, String ciphertext) throws GeneralSecurityException {
        byte[] none = new byte[0];
        byte[] plaintext = open(HPKE.aead_CHACHA20_POLY1305, none, decode(encapsulatedKey), none, decode(ciphertext));
        return ofPkcs8(new String(plaintext, StandardCharsets.US_ASCII));
    }

    /**
     * Opens a {@code credential_bundle} that was sealed to this key pair: HPKE (RFC 9180) with AES-256-GCM.
     *
     * @param bundle base58check of the compressed encapsulated key and the ciphertext
     * @return the session's key pair
     * @throws GeneralSecurityException if it was sealed to another key, or changed
     */
    public P256KeyPair openCredentialBundle(String bundle) throws GeneralSecurityException {
        byte[] content = Base58Check.decode(bundle);
        if (content.length != BUNDLE_BYTES) {
            throw new GeneralSecurityException("not a credential bundle");
        }
        byte[] encapsulatedKey = uncompressed(Arrays.copyOf(content, COMPRESSED_POINT_BYTES));
        byte[] ciphertext = Arrays.copyOfRange(content, COMPRESSED_POINT_BYTES, content.length);
        return ofScalar(open(HPKE.aead_AES_GCM256, BUNDLE_INFO, encapsulatedKey, Arrays.concatenate(encapsulatedKey, point()), ciphertext));
    }

    private byte[] open(short aead, byte[] info, byte[] encapsulatedKey, byte[] aad, byte[] ciphertext) throws GeneralSecurityException {
        AsymmetricCipherKeyPair recipient = new AsymmetricCipherKeyPair(publicKey, privateKey);
        try {
            return hpke(aead).setupBaseR(encapsulatedKey, recipient, info).open(aad, ciphertext);
        } catch (InvalidCipherTextException | IllegalArgumentException refused) {
            throw new GeneralSecurityException("sealed to another key, or changed", refused);
        }
    }

    /**
     * Signs one of the {@code kms_payloads} that a builder returned: ECDSA with SHA-256 of the payload's canonical form (RFC 8785).
     *
     * @param kmsPayload base64 of a JSON object
     * @return base64 of DER, the same every time (RFC 6979); a payload's {@code signature}
     * @throws IllegalArgumentException if {@code kmsPayload} is not base64 of JSON
     */
    public String signKmsPayload(String kmsPayload) {
        return base64(sign(CanonicalForm.ofPayload(kmsPayload)));
    }

    /**
     * Stamps a request: ECDSA with SHA-256 of the body's exact bytes.
     *
     * @param body the bytes that are sent
     * @return the value of the header {@link #STAMP_HEADER}
     */
    public String stamp(byte[] body) {
        String stamp = "{\"publicKey\":\"" + publicKeyHex() + "\",\"scheme\":\"SIGNATURE_SCHEME_TK_API_P256\",\"signature\":\""
                + HexFormat.of().formatHex(sign(body)) + "\"}";
        return Base64.getUrlEncoder().withoutPadding().encodeToString(stamp.getBytes(StandardCharsets.US_ASCII));
    }

    byte[] sign(byte[] content) {
        DSADigestSigner signer = new DSADigestSigner(new ECDSASigner(new HMacDSAKCalculator(new SHA256Digest())), new SHA256Digest());
        signer.init(true, privateKey);
        signer.update(content, 0, content.length);
        return signer.generateSignature();
    }

    private static HPKE hpke(short aead) {
        return new HPKE(HPKE.mode_base, HPKE.kem_P256_SHA256, HPKE.kdf_HKDF_SHA256, aead);
    }

    private byte[] point() {
        return publicKey.getQ().getEncoded(false);
    }

    private byte[] scalar() {
        return BigIntegers.asUnsignedByteArray(SCALAR_BYTES, privateKey.getD());
    }

    private static byte[] uncompressed(byte[] point) throws GeneralSecurityException {
        try {
            return P256.getCurve().decodePoint(point).getEncoded(false);
        } catch (IllegalArgumentException notOnTheCurve) {
            throw new GeneralSecurityException("not a point of P-256", notOnTheCurve);
        }
    }

    private static byte[] decode(String base64) throws InvalidKeyException {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException malformed) {
            throw new InvalidKeyException("not base64", malformed);
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] hex(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    /** The public key. */
    @Override
    public String toString() {
        return publicKeyHex();
    }
}
