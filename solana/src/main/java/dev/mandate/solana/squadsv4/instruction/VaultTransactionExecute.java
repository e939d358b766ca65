package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * Executes an approved transaction of a vault.
 *
 * @param messageAccounts the accounts of the message, see {@link dev.mandate.solana.squadsv4.MessageAccounts}
 */
public record VaultTransactionExecute(
        SettingsAddress multisig, Address proposal, Address transaction, Address member, Seq<AccountMeta> messageAccounts)
        implements SquadsInstruction {

    static VaultTransactionExecute read(InstructionReader in) {
        return new VaultTransactionExecute(
                new SettingsAddress(in.account()), in.writable(), in.account(), in.signer(), in.remaining());
    }

    @Override
    public void write(InstructionWriter out) {
        out.readonly(multisig.address());
        out.writable(proposal);
        out.readonly(transaction);
        out.signer(member);
        out.remaining(messageAccounts);
    }

    @Override
    public InstructionType type() {
        return InstructionType.VAULT_TRANSACTION_EXECUTE;
    }

    @Override
    public Option<LifeCycleInstruction> lifeCycle(SquadsAddresses addresses) {
        return Option.some(new LifeCycleInstruction.Execute(multisig, member, transaction));
    }
}
