package dev.mandate.client;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.crypto.Digest;
import org.bouncycastle.crypto.digests.KeccakDigest;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECNamedDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.crypto.signers.StandardDSAEncoding;
import org.bouncycastle.math.ec.FixedPointCombMultiplier;
import org.bouncycastle.util.Arrays;
import org.bouncycastle.util.BigIntegers;

/**
 * A secp256k1 key pair of a client, as an account's signer: {@code {"public_key": publicKeyHex(), "key_scheme": "SECP256K1",
 * "signature_format": "SHA256"}}. It signs the {@code kms_payloads} with the provider {@code external}. Safe from any thread.
 */
public final class Secp256k1KeyPair {

    private static final ECDomainParameters CURVE = ECNamedDomainParameters.lookup(SECObjectIdentifiers.secp256k1);
    private static final int SCALAR_BYTES = 32;

    private final ECPrivateKeyParameters privateKey;

    private Secp256k1KeyPair(BigInteger scalar) {
        this.privateKey = new ECPrivateKeyParameters(scalar, CURVE);
    }

    /** What is signed of a payload's canonical bytes: a signer's {@code signature_format}. */
    public enum Format {
        /** Their SHA-256. */
        SHA256,
        /** Their hash as a message of EIP-191, version 0x45. */
        EIP191
    }

    /** A new key pair. */
    public static Secp256k1KeyPair generate() {
        return new Secp256k1KeyPair(BigIntegers.createRandomInRange(BigInteger.ONE, CURVE.getN().subtract(BigInteger.ONE), new SecureRandom()));
    }

    /**
     * The key pair of a private key in 64 hexadecimal digits.
     *
     * @throws InvalidKeyException if {@code hex} is not such a key
     */
    public static Secp256k1KeyPair ofPrivateKeyHex(String hex) throws InvalidKeyException {
        BigInteger scalar = hex.matches("[0-9a-fA-F]{64}") ? new BigInteger(hex, 16) : BigInteger.ZERO;
        if (scalar.signum() == 0 || scalar.compareTo(CURVE.getN()) >= 0) {
            throw new InvalidKeyException("not a private key of secp256k1");
        }
        return new Secp256k1KeyPair(scalar);
    }

    /** The private key in 64 lower-case hexadecimal digits. */
    public String privateKeyHex() {
        return HexFormat.of().formatHex(BigIntegers.asUnsignedByteArray(SCALAR_BYTES, privateKey.getD()));
    }

    /** The public key in 66 lower-case hexadecimal digits, compressed. */
    public String publicKeyHex() {
        return HexFormat.of().formatHex(new FixedPointCombMultiplier().multiply(CURVE.getG(), privateKey.getD()).getEncoded(true));
    }

    /**
     * Signs one of the {@code kms_payloads} that a builder returned.
     *
     * @param kmsPayload base64 of a JSON object
     * @return base64 of DER with low S, the same every time (RFC 6979); a payload's {@code signature}
     * @throws IllegalArgumentException if {@code kmsPayload} is not base64 of JSON
     */
    public String signKmsPayload(String kmsPayload, Format format) {
        ECDSASigner signer = new ECDSASigner(new HMacDSAKCalculator(new SHA256Digest()));
        signer.init(true, privateKey);
        BigInteger[] signature = signer.generateSignature(hash(CanonicalForm.ofPayload(kmsPayload), format));
        try {
            return Base64.getEncoder()
                    .encodeToString(StandardDSAEncoding.INSTANCE.encode(
                            CURVE.getN(), signature[0], signature[1].min(CURVE.getN().subtract(signature[1]))));
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] hash(byte[] content, Format format) {
        return switch (format) {
            case SHA256 -> digest(new SHA256Digest(), content);
            case EIP191 -> digest(
                    new KeccakDigest(256),
                    Arrays.concatenate(
                            ("\u0019Ethereum Signed Message:\n" + content.length).getBytes(StandardCharsets.US_ASCII), content));
        };
    }

    private static byte[] digest(Digest digest, byte[] content) {
        digest.update(content, 0, content.length);
        byte[] hash = new byte[digest.getDigestSize()];
        digest.doFinal(hash, 0);
        return hash;
    }

    /** The public key. */
    @Override
    public String toString() {
        return publicKeyHex();
    }
}
