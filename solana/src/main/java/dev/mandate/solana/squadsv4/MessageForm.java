package dev.mandate.solana.squadsv4;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.bytes.Unsigned;
import dev.mandate.solana.wire.CompiledInstruction;
import dev.mandate.solana.wire.TableLookup;

/** The two encodings of a {@link TransactionMessage}. They differ only in the width of their lengths. */
enum MessageForm {
    ARGUMENT(1, 2),
    STORED(4, 4);

    /** The argument form cannot hold a longer list, and every stored message was an argument before. */
    private static final int MAX_LIST = Unsigned.U8_MAX;

    private final int listWidth;
    private final int dataWidth;

    MessageForm(int listWidth, int dataWidth) {
        this.listWidth = listWidth;
        this.dataWidth = dataWidth;
    }

    TransactionMessage read(ByteReader in) {
        return new TransactionMessage(
                in.u8(),
                in.u8(),
                in.u8(),
                in.list(listLength(in), Bytes32.LENGTH, ByteReader::address),
                in.list(listLength(in), 1 + listWidth + dataWidth, this::readInstruction),
                in.list(listLength(in), Bytes32.LENGTH + 2 * listWidth, this::readLookup));
    }

    void write(TransactionMessage message, ByteWriter out) {
        out.u8(message.numSigners());
        out.u8(message.numWritableSigners());
        out.u8(message.numWritableNonSigners());
        length(out, listWidth, message.accountKeys().length());
        out.list(message.accountKeys(), (key, to) -> to.address(key));
        length(out, listWidth, message.instructions().length());
        out.list(message.instructions(), this::writeInstruction);
        length(out, listWidth, message.lookups().length());
        out.list(message.lookups(), this::writeLookup);
    }

    private CompiledInstruction readInstruction(ByteReader in) {
        return new CompiledInstruction(
                in.u8(), in.bytes(listLength(in)), in.bytes(in.atMost(length(in, dataWidth), Unsigned.U16_MAX)));
    }

    private void writeInstruction(CompiledInstruction instruction, ByteWriter out) {
        out.u8(instruction.programIndex());
        list(out, listWidth, instruction.accountIndexes());
        list(out, dataWidth, instruction.data());
    }

    private TableLookup readLookup(ByteReader in) {
        return new TableLookup(in.address(), in.bytes(listLength(in)), in.bytes(listLength(in)));
    }

    private void writeLookup(TableLookup lookup, ByteWriter out) {
        out.address(lookup.table());
        list(out, listWidth, lookup.writableIndexes());
        list(out, listWidth, lookup.readonlyIndexes());
    }

    private long listLength(ByteReader in) {
        return in.atMost(length(in, listWidth), MAX_LIST);
    }

    private static void list(ByteWriter out, int width, Bytes bytes) {
        length(out, width, bytes.length());
        out.bytes(bytes);
    }

    private static long length(ByteReader in, int width) {
        return switch (width) {
            case 1 -> in.u8();
            case 2 -> in.u16();
            default -> in.u32();
        };
    }

    private static void length(ByteWriter out, int width, int length) {
        switch (width) {
            case 1 -> out.u8(length);
            case 2 -> out.u16(length);
            default -> out.u32(length);
        }
    }
}
