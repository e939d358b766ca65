package dev.mandate.solana.squadsv4.program;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.ports.program.AdminInstruction;
import dev.mandate.solana.squadsv4.instruction.BufferInstruction;
import dev.mandate.solana.squadsv4.instruction.ConfigAuthorityAccounts;
import dev.mandate.solana.squadsv4.instruction.MultisigInstruction;
import dev.mandate.solana.squadsv4.instruction.ProposalInstruction;
import dev.mandate.solana.squadsv4.instruction.SpendingLimitInstruction;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import dev.mandate.solana.squadsv4.instruction.TransactionInstruction;
import io.vavr.control.Option;

/** The config authority's instructions as the domain's commands. */
final class AdminTerms {

    private AdminTerms() {}

    /** What the instruction changes by the admin's right; none for every other instruction. */
    static Option<AdminInstruction> read(SquadsInstruction instruction) {
        return switch (instruction) {
            case MultisigInstruction.MultisigCreateV2 create -> Option.none();
            case MultisigInstruction.ByConfigAuthority byAdmin -> Option.some(read(byAdmin));
            case SpendingLimitInstruction.MultisigAddSpendingLimit add ->
                action(
                        add.multisig(),
                        add.configAuthority(),
                        new SettingsAction.AddSpendingLimit(add.spendingLimit(), add.terms()));
            case SpendingLimitInstruction.MultisigRemoveSpendingLimit remove ->
                action(
                        remove.multisig(),
                        remove.configAuthority(),
                        new SettingsAction.RemoveSpendingLimit(remove.spendingLimit()));
            case SpendingLimitInstruction.SpendingLimitUse use -> Option.none();
            case TransactionInstruction transaction -> Option.none();
            case BufferInstruction buffer -> Option.none();
            case ProposalInstruction proposal -> Option.none();
        };
    }

    private static Option<AdminInstruction> action(Address settings, Address by, SettingsAction action) {
        return Option.some(new AdminInstruction(settings, new Command.ChangeAsAdmin(by, action)));
    }

    private static AdminInstruction read(MultisigInstruction.ByConfigAuthority instruction) {
        ConfigAuthorityAccounts accounts = instruction.accounts();
        return new AdminInstruction(accounts.multisig(), command(instruction, accounts.configAuthority()));
    }

    private static Command command(MultisigInstruction.ByConfigAuthority instruction, Address by) {
        return switch (instruction) {
            case MultisigInstruction.MultisigAddMember add ->
                new Command.ChangeAsAdmin(by, new SettingsAction.AddSigner(add.newMember()));
            case MultisigInstruction.MultisigRemoveMember remove ->
                new Command.ChangeAsAdmin(by, new SettingsAction.RemoveSigner(remove.oldMember()));
            case MultisigInstruction.MultisigChangeThreshold change ->
                new Command.ChangeAsAdmin(
                        by, new SettingsAction.ChangeThreshold(new Threshold(change.newThreshold())));
            case MultisigInstruction.MultisigSetTimeLock set ->
                new Command.ChangeAsAdmin(by, new SettingsAction.SetTimeLock(new TimeLock(set.timeLock())));
            case MultisigInstruction.MultisigSetRentCollector set ->
                new Command.ChangeAsAdmin(by, new SettingsAction.SetRentCollector(set.rentCollector()));
            case MultisigInstruction.MultisigSetConfigAuthority set ->
                new Command.HandOver(by, AdminControl.ofAuthority(set.newConfigAuthority()));
        };
    }
}
