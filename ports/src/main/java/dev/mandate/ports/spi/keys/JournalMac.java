package dev.mandate.ports.spi.keys;

import dev.mandate.domain.chain.Bytes32;

/**
 * HMAC-SHA256 (RFC 2104) of the journal's records. The key stays with the implementation, so somebody who can only write to the store
 * cannot make a record that the engine accepts.
 */
public interface JournalMac {

    /** The MAC of {@code record}, as UTF-8; the same text always has the same. */
    Bytes32 of(String record);
}
