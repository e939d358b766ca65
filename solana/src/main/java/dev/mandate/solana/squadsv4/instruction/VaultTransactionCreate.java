package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.program.ContentRecording;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.TransactionMessage;
import io.vavr.control.Option;

/**
 * Prepares a transaction that a vault signs.
 *
 * @param transaction the new account
 * @param vaultIndex 0 to 255
 * @param ephemeralSigners the number of additional signers that the program provides, 0 to 255
 * @param transactionMessage a {@link TransactionMessage} in its argument form, as raw bytes
 */
public record VaultTransactionCreate(
        SettingsAddress multisig,
        Address transaction,
        Address creator,
        Address rentPayer,
        int vaultIndex,
        int ephemeralSigners,
        Bytes transactionMessage,
        Option<String> memo)
        implements SquadsInstruction {

    static VaultTransactionCreate read(InstructionReader in) {
        SettingsAddress multisig = new SettingsAddress(in.writable());
        Address transaction = in.writable();
        Address creator = in.signer();
        Address rentPayer = in.writableSigner();
        in.systemProgram();
        ByteReader data = in.data();
        return new VaultTransactionCreate(
                multisig,
                transaction,
                creator,
                rentPayer,
                data.u8(),
                data.u8(),
                data.bytes(data.u32()),
                in.memo());
    }

    @Override
    public void write(InstructionWriter out) {
        out.writable(multisig.address());
        out.writable(transaction);
        out.signer(creator);
        out.writableSigner(rentPayer);
        out.systemProgram();
        out.data().u8(vaultIndex);
        out.data().u8(ephemeralSigners);
        out.data().countedBytes(transactionMessage);
        out.memo(memo);
    }

    @Override
    public InstructionType type() {
        return InstructionType.VAULT_TRANSACTION_CREATE;
    }

    @Override
    public Option<ContentRecording> recording() {
        return Option.some(new ContentRecording(transaction, rentPayer, memo));
    }

    @Override
    public Option<LifeCycleInstruction> lifeCycle(SquadsAddresses addresses) {
        return Option.some(new LifeCycleInstruction.Create(
                multisig, creator, transaction, TransactionMessage.content(vaultIndex, transactionMessage)));
    }
}
