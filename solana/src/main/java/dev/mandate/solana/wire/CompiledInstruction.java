package dev.mandate.solana.wire;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;

/**
 * An instruction that names its accounts by their place among the message's keys: the static keys first, then what its lookups
 * load, writable before readonly.
 *
 * @param programIndex of the program, one unsigned byte
 * @param accountIndexes one unsigned byte each
 * @param data the program's own encoding of its arguments
 */
public record CompiledInstruction(int programIndex, Bytes accountIndexes, Bytes data) {

    /** The least that an instruction takes: its program index and two lengths. */
    static final int MIN_LENGTH = 3;

    /** The account index at {@code position} of this instruction's accounts. */
    public int accountIndex(int position) {
        return Byte.toUnsignedInt(accountIndexes.at(position));
    }

    /** How many bytes this takes in a transaction. */
    public int serializedLength() {
        return ByteWriter.write(this::write).length();
    }

    static CompiledInstruction read(ByteReader in) {
        return new CompiledInstruction(in.u8(), in.compactBytes(), in.compactBytes());
    }

    void write(ByteWriter out) {
        out.u8(programIndex);
        out.compactBytes(accountIndexes);
        out.compactBytes(data);
    }
}
