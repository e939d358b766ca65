package dev.mandate.benchmarks;

import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.adapters.kms.authority.HpkeCredentialSealer;
import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.spi.keys.CredentialSealer;
import dev.mandate.ports.spi.keys.CredentialSealer.SealedCredential;
import dev.mandate.ports.spi.keys.SignatureCheck.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.hpke.HPKE;
import org.bouncycastle.crypto.signers.DSADigestSigner;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A session key, made and sealed, beside the same two calls of BouncyCastle alone; and the check of a payload's signature. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class CredentialBenchmark {

    private static final byte[] NOTHING = {};
    private static final byte[] INFO = "turnkey_hpke".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BUNDLE_AAD = new byte[130];
    private static final byte[] SCALAR = new byte[32];
    private static final byte[] BASE64_PKCS8 = new byte[184];
    private static final Bytes PAYLOAD = Bytes.of(new byte[300]);

    private final CredentialSealer sealer = new HpkeCredentialSealer();
    private final AuthorityKeys keys = new BouncyCastleAuthorityKeys();
    private final HPKE aes = new HPKE(HPKE.mode_base, HPKE.kem_P256_SHA256, HPKE.kdf_HKDF_SHA256, HPKE.aead_AES_GCM256);
    private final HPKE chacha = new HPKE(HPKE.mode_base, HPKE.kem_P256_SHA256, HPKE.kdf_HKDF_SHA256, HPKE.aead_CHACHA20_POLY1305);
    private final AsymmetricCipherKeyPair pair = aes.generatePrivateKey();
    private final P256PublicKey recipient =
            keys.p256OfHex(Bytes.of(aes.serializePublicKey(pair.getPublic())).toHex()).get();
    private final Bytes signature = sign(pair);

    @Benchmark
    public SealedCredential sealBundle() {
        return sealer.sealBundle(recipient);
    }

    @Benchmark
    public Object[] sealBundleBare() throws InvalidCipherTextException {
        return new Object[] {aes.generatePrivateKey(), aes.seal(pair.getPublic(), INFO, BUNDLE_AAD, SCALAR, null, null, null)};
    }

    @Benchmark
    public SealedCredential sealAuthorizationKey() {
        return sealer.sealAuthorizationKey(recipient);
    }

    @Benchmark
    public Object[] sealAuthorizationKeyBare() throws InvalidCipherTextException {
        return new Object[] {
            chacha.generatePrivateKey(), chacha.seal(pair.getPublic(), NOTHING, NOTHING, BASE64_PKCS8, null, null, null)
        };
    }

    @Benchmark
    public AsymmetricCipherKeyPair generateKeyPairBare() {
        return aes.generatePrivateKey();
    }

    /** From the compressed key and the DER signature to the verdict. */
    @Benchmark
    public Verdict verifyP256() {
        return keys.check(recipient, PAYLOAD, signature);
    }

    private static Bytes sign(AsymmetricCipherKeyPair pair) {
        DSADigestSigner signer = new DSADigestSigner(new ECDSASigner(), new SHA256Digest());
        signer.init(true, pair.getPrivate());
        byte[] payload = PAYLOAD.toArray();
        signer.update(payload, 0, payload.length);
        return Bytes.of(signer.generateSignature());
    }
}
