package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.program.ContentRecording;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import io.vavr.control.Option;

/**
 * Prepares a transaction from a complete buffer.
 *
 * @param create its message must be {@link #EMPTY_MESSAGE}
 * @param transactionBuffer the instruction closes it
 * @param bufferCreator must be the creator of {@code create}
 */
public record VaultTransactionCreateFromBuffer(
        VaultTransactionCreate create, Address transactionBuffer, Address bufferCreator) implements SquadsInstruction {

    /** Six zero bytes: a message without keys, instructions and lookups. */
    public static final Bytes EMPTY_MESSAGE = Bytes.of(new byte[6]);

    static VaultTransactionCreateFromBuffer read(InstructionReader in) {
        return new VaultTransactionCreateFromBuffer(
                VaultTransactionCreate.read(in), in.writable(), in.writableSigner());
    }

    @Override
    public void write(InstructionWriter out) {
        create.write(out);
        out.writable(transactionBuffer);
        out.writableSigner(bufferCreator);
    }

    @Override
    public InstructionType type() {
        return InstructionType.VAULT_TRANSACTION_CREATE_FROM_BUFFER;
    }

    @Override
    public SettingsAddress multisig() {
        return create.multisig();
    }

    @Override
    public Option<ContentRecording> recording() {
        return Option.some(new ContentRecording(create.transaction(), create.rentPayer(), create.memo()));
    }

    @Override
    public Option<LifeCycleInstruction> lifeCycle(SquadsAddresses addresses) {
        return Option.some(new LifeCycleInstruction.CreateFromBuffer(
                create.multisig(), create.creator(), create.transaction(), create.vaultIndex(), transactionBuffer));
    }
}
