package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;
import io.vavr.control.Option;

/**
 * Sets another config authority.
 *
 * @param newConfigAuthority all zero removes the authority for good
 */
public record MultisigSetConfigAuthority(
        ConfigAuthorityAccounts accounts, Address newConfigAuthority, Option<String> memo)
        implements SquadsInstruction {

    static MultisigSetConfigAuthority read(InstructionReader in) {
        return new MultisigSetConfigAuthority(ConfigAuthorityAccounts.read(in), in.data().address(), in.memo());
    }

    @Override
    public void write(InstructionWriter out) {
        accounts.write(out);
        out.data().address(newConfigAuthority);
        out.memo(memo);
    }

    @Override
    public InstructionType type() {
        return InstructionType.MULTISIG_SET_CONFIG_AUTHORITY;
    }

    @Override
    public SettingsAddress multisig() {
        return accounts.multisig();
    }

    @Override
    public Option<Command> adminCommand() {
        return Option.some(
                new Command.HandOver(accounts.configAuthority(), AdminControl.ofAuthority(newConfigAuthority)));
    }
}
