package dev.mandate.solana.wire;

import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;

/**
 * An instruction that names its accounts by index into the message's keys: static keys first, then keys loaded from lookup
 * tables, writable before readonly.
 *
 * @param programIndex index of the program, one unsigned byte
 * @param accountIndexes one unsigned byte each
 * @param data the arguments in the program's own encoding
 */
public record CompiledInstruction(int programIndex, Bytes accountIndexes, Bytes data) {

    /** The least length of an instruction: its program index and two lengths. */
    static final int MIN_LENGTH = 3;

    /** Returns the key index of this instruction's account at {@code position}. */
    public int accountIndex(int position) {
        return Byte.toUnsignedInt(accountIndexes.at(position));
    }

    /** Returns the length of this instruction in a message of {@code version}, in bytes. */
    public int serializedLength(MessageVersion version) {
        return switch (version) {
            case LEGACY, V0 -> ByteWriter.write(this::write).length();
            case V1 -> Version1.length(this);
        };
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
