package dev.mandate.testkit.keys;

import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.authority.SealedKey;
import dev.mandate.domain.chain.Base58;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
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
import org.bouncycastle.math.ec.FixedPointCombMultiplier;
import org.bouncycastle.util.BigIntegers;

/** A P-256 key pair that signs, and to which session keys are sealed. */
final class P256Pair {

    private static final ECDomainParameters P256 = ECNamedDomainParameters.lookup(SECObjectIdentifiers.secp256r1);
    private static final int SCALAR_LENGTH = 32;
    private static final int COMPRESSED_LENGTH = 33;
    private static final int CHECKSUM_LENGTH = 4;
    private static final byte[] NOTHING = {};
    private static final byte[] BUNDLE_INFO = "turnkey_hpke".getBytes(StandardCharsets.US_ASCII);

    private final ECPrivateKeyParameters secret;
    private final ECPublicKeyParameters open;

    private P256Pair(BigInteger scalar) {
        this.secret = new ECPrivateKeyParameters(scalar, P256);
        this.open = new ECPublicKeyParameters(new FixedPointCombMultiplier().multiply(P256.getG(), scalar), P256);
    }

    static P256Pair generate() {
        AsymmetricCipherKeyPair pair = hpke(HPKE.aead_AES_GCM256).generatePrivateKey();
        return new P256Pair(((ECPrivateKeyParameters) pair.getPrivate()).getD());
    }

    P256PublicKey publicKey() {
        return new P256PublicKey(Bytes.of(open.getQ().getEncoded(true)));
    }

    /** The private key. */
    Bytes scalar() {
        return Bytes.of(BigIntegers.asUnsignedByteArray(SCALAR_LENGTH, secret.getD()));
    }

    /** The ECDSA signature of {@code content} with SHA-256, in DER. */
    Bytes sign(Bytes content) {
        DSADigestSigner signer = new DSADigestSigner(new ECDSASigner(), new SHA256Digest());
        signer.init(true, secret);
        signer.update(content.toArray(), 0, content.length());
        return Bytes.of(signer.generateSignature());
    }

    /** The sealed key pair; none if it was sealed to another key, or changed, or is of another form than its type says. */
    Option<P256Pair> unseal(SealedKey sealed) {
        try {
            return Option.some(switch (sealed) {
                case SealedKey.AuthorizationKey key -> ofPkcs8(Base64.getDecoder().decode(unseal(
                        HPKE.aead_CHACHA20_POLY1305, NOTHING, key.encapsulatedKey().toArray(), NOTHING, key.ciphertext().toArray())));
                case SealedKey.CredentialBundle bundle -> ofBundle(bundle.text());
            });
        } catch (GeneralSecurityException | InvalidCipherTextException | IllegalArgumentException refused) {
            return Option.none();
        }
    }

    private P256Pair ofBundle(String text) throws InvalidCipherTextException {
        byte[] decoded = Base58.decode(text).getOrElseThrow(problem -> new IllegalArgumentException(problem.toString()));
        int end = decoded.length - CHECKSUM_LENGTH;
        byte[] content = Arrays.copyOf(decoded, Math.max(end, 0));
        byte[] checksum = Sha256.of(Sha256.of(content).toArray()).toArray();
        if (end < COMPRESSED_LENGTH || !Arrays.equals(checksum, 0, CHECKSUM_LENGTH, decoded, end, decoded.length)) {
            throw new IllegalArgumentException("no base58check");
        }
        byte[] encapsulated = P256.getCurve().decodePoint(Arrays.copyOf(content, COMPRESSED_LENGTH)).getEncoded(false);
        byte[] own = open.getQ().getEncoded(false);
        byte[] aad = Arrays.copyOf(encapsulated, encapsulated.length + own.length);
        System.arraycopy(own, 0, aad, encapsulated.length, own.length);
        byte[] ciphertext = Arrays.copyOfRange(content, COMPRESSED_LENGTH, content.length);
        byte[] scalar = unseal(HPKE.aead_AES_GCM256, BUNDLE_INFO, encapsulated, aad, ciphertext);
        if (scalar.length != SCALAR_LENGTH) {
            throw new IllegalArgumentException("no scalar");
        }
        return new P256Pair(new BigInteger(1, scalar));
    }

    private static P256Pair ofPkcs8(byte[] der) throws GeneralSecurityException {
        return new P256Pair(((ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der))).getS());
    }

    private byte[] unseal(short aead, byte[] info, byte[] encapsulated, byte[] aad, byte[] ciphertext) throws InvalidCipherTextException {
        return hpke(aead).setupBaseR(encapsulated, new AsymmetricCipherKeyPair(open, secret), info).open(aad, ciphertext);
    }

    private static HPKE hpke(short aead) {
        return new HPKE(HPKE.mode_base, HPKE.kem_P256_SHA256, HPKE.kdf_HKDF_SHA256, aead);
    }
}
