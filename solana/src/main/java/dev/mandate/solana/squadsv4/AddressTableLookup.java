package dev.mandate.solana.squadsv4;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.borsh.Unsigned;

/**
 * Accounts that a stored message loads from a lookup table.
 *
 * @param table the table's account
 * @param writableIndexes positions in the table, one byte each, 255 at most
 * @param readonlyIndexes likewise
 */
public record AddressTableLookup(Address table, Bytes writableIndexes, Bytes readonlyIndexes) {

    public AddressTableLookup {
        Unsigned.requireU8(writableIndexes.length());
        Unsigned.requireU8(readonlyIndexes.length());
    }
}
