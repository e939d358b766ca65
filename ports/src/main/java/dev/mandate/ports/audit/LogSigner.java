package dev.mandate.ports.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;

/**
 * Signs checkpoints with a key that serves for nothing else. Who holds this key and can write to the store can write history
 * anew; kept apart from the store, it can't.
 */
public interface LogSigner {

    /** The Ed25519 public key. */
    Bytes32 key();

    /** The Ed25519 signature (RFC 8032) of {@code checkpoint}, the bytes of a {@link Checkpoint}. */
    Signature sign(Bytes checkpoint);
}
