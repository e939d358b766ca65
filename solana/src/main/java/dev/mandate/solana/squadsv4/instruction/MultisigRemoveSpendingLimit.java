package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;
import io.vavr.control.Option;

/**
 * The config authority removes a spending limit directly.
 *
 * @param rentCollector receives the rent; may be any address
 */
public record MultisigRemoveSpendingLimit(
        SettingsAddress multisig, Address configAuthority, Address spendingLimit, Address rentCollector, Option<String> memo)
        implements SquadsInstruction {

    static MultisigRemoveSpendingLimit read(InstructionReader in) {
        return new MultisigRemoveSpendingLimit(
                new SettingsAddress(in.account()), in.signer(), in.writable(), in.writable(), in.memo());
    }

    @Override
    public void write(InstructionWriter out) {
        out.readonly(multisig.address());
        out.signer(configAuthority);
        out.writable(spendingLimit);
        out.writable(rentCollector);
        out.memo(memo);
    }

    @Override
    public InstructionType type() {
        return InstructionType.MULTISIG_REMOVE_SPENDING_LIMIT;
    }

    @Override
    public Option<Command> adminCommand() {
        return Option.some(
                new Command.ChangeAsAdmin(configAuthority, new SettingsAction.RemoveSpendingLimit(spendingLimit)));
    }
}
