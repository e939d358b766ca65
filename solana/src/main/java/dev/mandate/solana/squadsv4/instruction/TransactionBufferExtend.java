package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;

/**
 * Appends a slice to a buffer.
 *
 * @param buffer the bytes to append
 */
public record TransactionBufferExtend(SettingsAddress multisig, Address transactionBuffer, Address creator, Bytes buffer)
        implements SquadsInstruction {

    static TransactionBufferExtend read(InstructionReader in) {
        return new TransactionBufferExtend(
                new SettingsAddress(in.account()), in.writable(), in.signer(), in.data().bytes(in.data().u32()));
    }

    @Override
    public void write(InstructionWriter out) {
        out.readonly(multisig.address());
        out.writable(transactionBuffer);
        out.signer(creator);
        out.data().countedBytes(buffer);
    }

    @Override
    public InstructionType type() {
        return InstructionType.TRANSACTION_BUFFER_EXTEND;
    }
}
