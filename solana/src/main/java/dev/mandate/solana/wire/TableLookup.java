package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;

/**
 * The keys that a version 0 message loads from one lookup table: at least one.
 *
 * @param table the table account
 * @param writableIndexes entries loaded as writable, one unsigned byte each
 * @param readonlyIndexes entries loaded as readonly, one unsigned byte each
 */
public record TableLookup(Address table, Bytes writableIndexes, Bytes readonlyIndexes) {

    /** The least that a lookup takes: the table's key and two lengths. */
    static final int MIN_LENGTH = 34;

    int loadedKeys() {
        return writableIndexes.length() + readonlyIndexes.length();
    }

    int serializedLength() {
        return 32
                + CompactLength.size(writableIndexes.length())
                + writableIndexes.length()
                + CompactLength.size(readonlyIndexes.length())
                + readonlyIndexes.length();
    }
}
