package dev.mandate.adapters.kms;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;

/** An Ed25519 key (RFC 8032) whose seed is HMAC-SHA256 of the name of its purpose under a secret. */
final class DerivedKey {

    private final Ed25519PrivateKeyParameters key;

    DerivedKey(byte[] secret, String purpose) {
        this.key = new Ed25519PrivateKeyParameters(SecretFile.hmac(secret, purpose));
    }

    Address address() {
        return Address.of(key.generatePublicKey().getEncoded());
    }

    Signature sign(byte[] message) {
        Ed25519Signer signer = new Ed25519Signer();
        signer.init(true, key);
        signer.update(message, 0, message.length);
        return new Signature(Bytes.of(signer.generateSignature()));
    }

    /** The public key; the secret is not shown. */
    @Override
    public String toString() {
        return "key " + address();
    }
}
