package dev.mandate.ports.spi.keys;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;

/**
 * An operator's secret that was replaced, as the journal remembers it.
 *
 * @param position the last event with a MAC under it
 * @param at when it was replaced
 * @param logKey the public key of its checkpoints
 * @param sealed the secret, sealed under the one that replaced it
 */
public record ReplacedSecret(long position, UnixTime at, Bytes32 logKey, Bytes sealed) {}
