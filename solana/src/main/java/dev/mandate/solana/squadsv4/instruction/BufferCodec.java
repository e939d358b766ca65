package dev.mandate.solana.squadsv4.instruction;

import static dev.mandate.solana.squadsv4.instruction.AccountRole.CREATOR;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.MULTISIG;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.RENT_PAYER;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.TRANSACTION_BUFFER;

import dev.mandate.solana.borsh.BorshReader;
import dev.mandate.solana.borsh.BorshWriter;
import dev.mandate.solana.squadsv4.instruction.BufferInstruction.TransactionBufferClose;
import dev.mandate.solana.squadsv4.instruction.BufferInstruction.TransactionBufferCreate;
import dev.mandate.solana.squadsv4.instruction.BufferInstruction.TransactionBufferExtend;

/** The layouts of {@link BufferInstruction}. */
final class BufferCodec {

    private BufferCodec() {}

    static void encode(BufferInstruction instruction, InstructionEncoder out) {
        switch (instruction) {
            case TransactionBufferCreate create -> encodeCreate(create, out);
            case TransactionBufferExtend extend -> {
                out.readonly(extend.multisig());
                out.writable(extend.transactionBuffer());
                out.signer(extend.creator());
                out.data().countedBytes(extend.buffer());
            }
            case TransactionBufferClose close -> {
                out.readonly(close.multisig());
                out.writable(close.transactionBuffer());
                out.writableSigner(close.creator());
            }
        }
    }

    private static void encodeCreate(TransactionBufferCreate create, InstructionEncoder out) {
        out.readonly(create.multisig());
        out.writable(create.transactionBuffer());
        out.signer(create.creator());
        out.writableSigner(create.rentPayer());
        out.systemProgram();
        BorshWriter data = out.data();
        data.u8(create.bufferIndex());
        data.u8(create.vaultIndex());
        data.bytes32(create.finalBufferHash());
        data.u16(create.finalBufferSize());
        data.countedBytes(create.buffer());
    }

    static TransactionBufferCreate create(InstructionDecoder in) {
        BorshReader data = in.data();
        return in.thenSystemProgram(new TransactionBufferCreate(
                in.readonly(MULTISIG),
                in.writable(TRANSACTION_BUFFER),
                in.signer(CREATOR),
                in.writableSigner(RENT_PAYER),
                data.u8(),
                data.u8(),
                data.bytes32(),
                data.u16(),
                data.bytes(data.u32())));
    }

    static TransactionBufferExtend extend(InstructionDecoder in) {
        BorshReader data = in.data();
        return new TransactionBufferExtend(
                in.readonly(MULTISIG), in.writable(TRANSACTION_BUFFER), in.signer(CREATOR), data.bytes(data.u32()));
    }

    static TransactionBufferClose close(InstructionDecoder in) {
        return new TransactionBufferClose(
                in.readonly(MULTISIG), in.writable(TRANSACTION_BUFFER), in.writableSigner(CREATOR));
    }
}
