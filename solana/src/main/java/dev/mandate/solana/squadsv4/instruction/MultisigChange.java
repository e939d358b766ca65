package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.SettingsAction.GovernanceAction;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;
import dev.mandate.solana.squadsv4.ConfigAction;
import io.vavr.control.Option;

/** The config authority changes settings directly. Covers five instructions of the program. */
public record MultisigChange(ConfigAuthorityAccounts accounts, GovernanceAction action, Option<String> memo)
        implements SquadsInstruction {

    /** Reads the instruction that has the same argument as the {@link ConfigAction} with {@code tag}. */
    static MultisigChange read(int tag, InstructionReader in) {
        return new MultisigChange(
                ConfigAuthorityAccounts.read(in), ConfigAction.readArgument(tag, in.data()), in.memo());
    }

    @Override
    public void write(InstructionWriter out) {
        accounts.write(out);
        ConfigAction.writeArgument(action, out.data());
        out.memo(memo);
    }

    @Override
    public InstructionType type() {
        return switch (action) {
            case SettingsAction.AddSigner add -> InstructionType.MULTISIG_ADD_MEMBER;
            case SettingsAction.RemoveSigner remove -> InstructionType.MULTISIG_REMOVE_MEMBER;
            case SettingsAction.ChangeThreshold change -> InstructionType.MULTISIG_CHANGE_THRESHOLD;
            case SettingsAction.SetTimeLock set -> InstructionType.MULTISIG_SET_TIME_LOCK;
            case SettingsAction.SetRentCollector set -> InstructionType.MULTISIG_SET_RENT_COLLECTOR;
        };
    }

    @Override
    public SettingsAddress multisig() {
        return accounts.multisig();
    }

    @Override
    public Option<Command> adminCommand() {
        return Option.some(new Command.ChangeAsAdmin(accounts.configAuthority(), action));
    }
}
