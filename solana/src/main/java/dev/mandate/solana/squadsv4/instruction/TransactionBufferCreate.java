package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;

/**
 * Creates a buffer for a message that is too large for one transaction, with its first slice.
 *
 * @param transactionBuffer the new account
 * @param creator a member with Initiate; only this member may continue
 * @param bufferIndex 0 to 255; a seed of the buffer's address
 * @param vaultIndex 0 to 255
 * @param finalBufferHash SHA-256 of the complete message
 * @param finalBufferSize length of the complete message in bytes, unsigned 16 bits
 * @param buffer the first slice
 */
public record TransactionBufferCreate(
        SettingsAddress multisig,
        Address transactionBuffer,
        Address creator,
        Address rentPayer,
        int bufferIndex,
        int vaultIndex,
        Bytes32 finalBufferHash,
        int finalBufferSize,
        Bytes buffer)
        implements SquadsInstruction {

    static TransactionBufferCreate read(InstructionReader in) {
        SettingsAddress multisig = new SettingsAddress(in.account());
        Address transactionBuffer = in.writable();
        Address creator = in.signer();
        Address rentPayer = in.writableSigner();
        in.systemProgram();
        ByteReader data = in.data();
        return new TransactionBufferCreate(
                multisig,
                transactionBuffer,
                creator,
                rentPayer,
                data.u8(),
                data.u8(),
                data.bytes32(),
                data.u16(),
                data.bytes(data.u32()));
    }

    @Override
    public void write(InstructionWriter out) {
        out.readonly(multisig.address());
        out.writable(transactionBuffer);
        out.signer(creator);
        out.writableSigner(rentPayer);
        out.systemProgram();
        ByteWriter data = out.data();
        data.u8(bufferIndex);
        data.u8(vaultIndex);
        data.bytes32(finalBufferHash);
        data.u16(finalBufferSize);
        data.countedBytes(buffer);
    }

    @Override
    public InstructionType type() {
        return InstructionType.TRANSACTION_BUFFER_CREATE;
    }
}
