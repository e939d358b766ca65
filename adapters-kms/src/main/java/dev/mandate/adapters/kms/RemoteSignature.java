package dev.mandate.adapters.kms;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import dev.mandate.ports.spi.keys.VaultFault;
import io.vavr.control.Either;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;

/** Checks signatures that were made elsewhere: a name there may have come to mean another key. */
public final class RemoteSignature {

    private RemoteSignature() {}

    /** {@code signature}, if it is the signer's signature (RFC 8032) of the message. */
    public static Either<VaultFault, Signature> checked(AuthorizedMessage message, byte[] signature) {
        byte[] bytes = message.message().toArray();
        Ed25519Signer check = new Ed25519Signer();
        check.init(false, new Ed25519PublicKeyParameters(message.signer().toArray()));
        check.update(bytes, 0, bytes.length);
        return signature.length == Signature.LENGTH && check.verifySignature(signature)
                ? Either.right(new Signature(Bytes.of(signature)))
                : Either.left(new VaultFault.Damaged(message.key(), "another key than that of " + message.signer() + " signed"));
    }
}
