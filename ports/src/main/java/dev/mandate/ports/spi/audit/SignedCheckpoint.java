package dev.mandate.ports.spi.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;

/**
 * A checkpoint with the signature of the log's key. The verifier checks the signature.
 *
 * @param key the Ed25519 public key that the signature claims
 * @param signature of {@link Checkpoint#bytes}
 */
public record SignedCheckpoint(Checkpoint checkpoint, Bytes32 key, Signature signature) {}
