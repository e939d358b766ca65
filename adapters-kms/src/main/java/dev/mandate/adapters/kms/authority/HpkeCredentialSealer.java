package dev.mandate.adapters.kms.authority;

import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.authority.SealedKey;
import dev.mandate.domain.chain.Base58;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.CredentialSealer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Supplier;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.hpke.HPKE;
import org.bouncycastle.crypto.hpke.HPKEContext;
import org.bouncycastle.crypto.hpke.HPKEContextWithEncapsulation;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.math.ec.ECPoint;
import org.bouncycastle.util.Arrays;
import org.bouncycastle.util.BigIntegers;
import org.bouncycastle.util.encoders.Hex;

/** Seals by BouncyCastle's HPKE (RFC 9180). Safe from any thread. */
public final class HpkeCredentialSealer implements CredentialSealer {

    private static final int SCALAR_LENGTH = 32;

    /** What precedes the scalar, and what stands between it and the point, in a PKCS#8 key of the named curve P-256 (RFC 5208, RFC 5915). */
    private static final byte[] PKCS8 = Hex.decode("308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420");

    private static final byte[] PKCS8_POINT = Hex.decode("a144034200");

    private static final byte[] NOTHING = {};
    private static final byte[] BUNDLE_INFO = "turnkey_hpke".getBytes(StandardCharsets.US_ASCII);
    private static final int CHECKSUM_LENGTH = 4;

    private final Supplier<AsymmetricCipherKeyPair> keyPairs;

    public HpkeCredentialSealer() {
        this(() -> hpke(HPKE.aead_AES_GCM256).generatePrivateKey());
    }

    /**
     * Seals keys that are known, for tests.
     *
     * @param keyPairs gives the session's key pair, then the ephemeral one
     */
    HpkeCredentialSealer(Supplier<AsymmetricCipherKeyPair> keyPairs) {
        this.keyPairs = keyPairs;
    }

    @Override
    public SealedCredential sealAuthorizationKey(P256PublicKey recipient) {
        AsymmetricCipherKeyPair session = keyPairs.get();
        byte[] pkcs8 = Arrays.concatenate(PKCS8, scalar(session), PKCS8_POINT, point(session).getEncoded(false));
        HPKEContextWithEncapsulation context = hpke(HPKE.aead_CHACHA20_POLY1305).setupBaseS(key(recipient), NOTHING, keyPairs.get());
        byte[] ciphertext = seal(context, NOTHING, Base64.getEncoder().encode(pkcs8));
        return new SealedCredential(
                publicKey(session),
                new SealedKey.AuthorizationKey(Bytes.of(context.getEncapsulation()), Bytes.of(ciphertext)));
    }

    @Override
    public SealedCredential sealBundle(P256PublicKey recipient) {
        AsymmetricCipherKeyPair session = keyPairs.get();
        AsymmetricCipherKeyPair ephemeral = keyPairs.get();
        ECPublicKeyParameters to = key(recipient);
        HPKEContext context = hpke(HPKE.aead_AES_GCM256).setupBaseS(to, BUNDLE_INFO, ephemeral);
        byte[] aad = Arrays.concatenate(point(ephemeral).getEncoded(false), to.getQ().getEncoded(false));
        byte[] content = Arrays.concatenate(point(ephemeral).getEncoded(true), seal(context, aad, scalar(session)));
        byte[] checksum = Arrays.copyOf(sha256(sha256(content)), CHECKSUM_LENGTH);
        return new SealedCredential(
                publicKey(session), new SealedKey.CredentialBundle(Base58.encode(Arrays.concatenate(content, checksum))));
    }

    private static ECPublicKeyParameters key(P256PublicKey recipient) {
        return EcCurve.P256.publicKey(recipient.compressed().toArray());
    }

    private static HPKE hpke(short aead) {
        return new HPKE(HPKE.mode_base, HPKE.kem_P256_SHA256, HPKE.kdf_HKDF_SHA256, aead);
    }

    private static byte[] seal(HPKEContext context, byte[] aad, byte[] plaintext) {
        try {
            return context.seal(aad, plaintext);
        } catch (InvalidCipherTextException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] sha256(byte[] content) {
        return BouncyCastleAuthorityKeys.hash(new SHA256Digest(), content);
    }

    private static byte[] scalar(AsymmetricCipherKeyPair pair) {
        return BigIntegers.asUnsignedByteArray(SCALAR_LENGTH, ((ECPrivateKeyParameters) pair.getPrivate()).getD());
    }

    private static ECPoint point(AsymmetricCipherKeyPair pair) {
        return ((ECPublicKeyParameters) pair.getPublic()).getQ();
    }

    private static P256PublicKey publicKey(AsymmetricCipherKeyPair pair) {
        return new P256PublicKey(Bytes.of(point(pair).getEncoded(true)));
    }
}
