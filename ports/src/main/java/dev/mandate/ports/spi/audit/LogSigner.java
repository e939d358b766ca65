package dev.mandate.ports.spi.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;

/**
 * Signs checkpoints with a key that has no other use. Somebody with this key and write access to the store could rewrite history, so
 * keep the key apart from the store.
 */
public interface LogSigner {

    /** The Ed25519 public key. */
    Bytes32 key();

    /** The Ed25519 signature (RFC 8032) of {@code checkpoint}, the bytes of a {@link Checkpoint}. */
    Signature sign(Bytes checkpoint);
}
