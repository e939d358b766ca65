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
 * Executes an approved change of settings.
 *
 * @param rentPayer pays if an account grows or is created
 * @param spendingLimits the account of each limit that the actions create or remove
 */
public record ConfigTransactionExecute(
        SettingsAddress multisig,
        Address member,
        Address proposal,
        Address transaction,
        Option<Address> rentPayer,
        boolean withSystemProgram,
        Seq<Address> spendingLimits)
        implements SquadsInstruction {

    static ConfigTransactionExecute read(InstructionReader in) {
        return new ConfigTransactionExecute(
                new SettingsAddress(in.writable()),
                in.signer(),
                in.writable(),
                in.account(),
                in.optionalWritableSigner(),
                in.optionalSystemProgram(),
                in.remainingWritable());
    }

    @Override
    public void write(InstructionWriter out) {
        out.writable(multisig.address());
        out.signer(member);
        out.writable(proposal);
        out.readonly(transaction);
        out.optional(rentPayer.map(AccountMeta::writableSigner));
        out.optionalSystemProgram(withSystemProgram);
        out.remaining(spendingLimits.map(AccountMeta::writable));
    }

    @Override
    public InstructionType type() {
        return InstructionType.CONFIG_TRANSACTION_EXECUTE;
    }

    @Override
    public Option<LifeCycleInstruction> lifeCycle(SquadsAddresses addresses) {
        return Option.some(new LifeCycleInstruction.Execute(multisig, member, transaction));
    }
}
