package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;

/**
 * The keys that a message loads from one lookup table.
 *
 * @param table the table account
 * @param writableIndexes entries loaded as writable, one unsigned byte each
 * @param readonlyIndexes entries loaded as readonly, one unsigned byte each
 */
public record TableLookup(Address table, Bytes writableIndexes, Bytes readonlyIndexes) {

    /** The least length of a lookup: the table's key and two lengths. */
    static final int MIN_LENGTH = 34;

    /** Returns the number of keys that it loads. */
    public int loadedKeys() {
        return writableIndexes.length() + readonlyIndexes.length();
    }

    static TableLookup read(ByteReader in) {
        return new TableLookup(in.address(), in.compactBytes(), in.compactBytes());
    }

    void write(ByteWriter out) {
        out.address(table);
        out.compactBytes(writableIndexes);
        out.compactBytes(readonlyIndexes);
    }
}
