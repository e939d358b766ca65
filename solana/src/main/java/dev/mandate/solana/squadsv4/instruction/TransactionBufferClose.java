package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;

/**
 * Closes a buffer before it is used.
 *
 * @param creator receives the rent, so it must be writable. The IDL omits this, and the program then fails.
 */
public record TransactionBufferClose(SettingsAddress multisig, Address transactionBuffer, Address creator)
        implements SquadsInstruction {

    static TransactionBufferClose read(InstructionReader in) {
        return new TransactionBufferClose(new SettingsAddress(in.account()), in.writable(), in.writableSigner());
    }

    @Override
    public void write(InstructionWriter out) {
        out.readonly(multisig.address());
        out.writable(transactionBuffer);
        out.writableSigner(creator);
    }

    @Override
    public InstructionType type() {
        return InstructionType.TRANSACTION_BUFFER_CLOSE;
    }
}
