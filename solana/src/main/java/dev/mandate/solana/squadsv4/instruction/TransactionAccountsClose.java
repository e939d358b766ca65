package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;

/**
 * Closes both accounts of a settled transaction. Covers two instructions that differ only in the kind of transaction.
 *
 * @param rentCollector the rent collector that the settings name
 */
public record TransactionAccountsClose(
        Kind kind, SettingsAddress multisig, Address proposal, Address transaction, Address rentCollector)
        implements SquadsInstruction {

    /** The kind of transaction. */
    public enum Kind {
        CONFIG,
        VAULT
    }

    static TransactionAccountsClose read(Kind kind, InstructionReader in) {
        TransactionAccountsClose close =
                new TransactionAccountsClose(kind, new SettingsAddress(in.account()), in.writable(), in.writable(), in.writable());
        in.systemProgram();
        return close;
    }

    @Override
    public void write(InstructionWriter out) {
        out.readonly(multisig.address());
        out.writable(proposal);
        out.writable(transaction);
        out.writable(rentCollector);
        out.systemProgram();
    }

    @Override
    public InstructionType type() {
        return switch (kind) {
            case CONFIG -> InstructionType.CONFIG_TRANSACTION_ACCOUNTS_CLOSE;
            case VAULT -> InstructionType.VAULT_TRANSACTION_ACCOUNTS_CLOSE;
        };
    }
}
