package dev.mandate.solana.squadsv4;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.borsh.Unsigned;

/**
 * One call inside a stored message. Indexes count the message's own keys first, then what its lookups load.
 *
 * @param programIdIndex 0 to 255
 * @param accountIndexes one byte each, 255 at most
 * @param data the called program's arguments, 65,535 bytes at most
 */
public record StoredInstruction(int programIdIndex, Bytes accountIndexes, Bytes data) {

    public StoredInstruction {
        Unsigned.requireU8(programIdIndex);
        Unsigned.requireU8(accountIndexes.length());
        Unsigned.requireU16(data.length());
    }
}
