package dev.mandate.solana.wire;

import dev.mandate.domain.kernel.Bytes;

/**
 * An instruction that names its accounts by their place among the message's keys.
 *
 * @param programIndex of the program, among the static keys; never 0, the fee payer
 * @param accountIndexes one unsigned byte each, among the static keys and after them the loaded ones: first the
 *     writable of all lookups, then the readonly of all lookups
 * @param data the program's own encoding of its arguments
 */
public record CompiledInstruction(int programIndex, Bytes accountIndexes, Bytes data) {

    /** The least that an instruction takes: its program index and two lengths. */
    static final int MIN_LENGTH = 3;

    /** The account index at {@code position} of this instruction's accounts. */
    public int accountIndex(int position) {
        return accountIndexes.at(position) & 0xff;
    }

    /** How many bytes this takes in its message. */
    public int serializedLength() {
        return 1
                + CompactLength.size(accountIndexes.length())
                + accountIndexes.length()
                + CompactLength.size(data.length())
                + data.length();
    }
}
