package dev.mandate.ports.spi.keys;

import dev.mandate.domain.chain.Bytes32;

/**
 * HMAC-SHA256 (RFC 2104) of the journal's records. The key stays with the implementation, so somebody who can only write to the store
 * cannot make a record that the engine accepts.
 */
public interface JournalMac {

    /** The MAC of {@code record}, as UTF-8; the same text always has the same. */
    Bytes32 of(String record);

    /**
     * The MAC of an event at this position. Up to the position at which the secret was replaced it is the one of the secret before, since events are
     * never written anew. Rows, answers and messages have this MAC.
     */
    default JournalMac at(long position) {
        return this;
    }
}
