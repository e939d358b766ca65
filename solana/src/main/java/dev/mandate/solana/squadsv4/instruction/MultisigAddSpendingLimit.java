package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;
import dev.mandate.solana.squadsv4.LimitTermsCodec;
import io.vavr.control.Option;

/**
 * The config authority creates a spending limit directly.
 *
 * @param spendingLimit the new account
 */
public record MultisigAddSpendingLimit(
        SettingsAddress multisig,
        Address configAuthority,
        Address spendingLimit,
        Address rentPayer,
        LimitTerms terms,
        Option<String> memo)
        implements SquadsInstruction {

    static MultisigAddSpendingLimit read(InstructionReader in) {
        SettingsAddress multisig = new SettingsAddress(in.account());
        Address configAuthority = in.signer();
        Address spendingLimit = in.writable();
        Address rentPayer = in.writableSigner();
        in.systemProgram();
        return new MultisigAddSpendingLimit(
                multisig, configAuthority, spendingLimit, rentPayer, LimitTermsCodec.read(in.data()), in.memo());
    }

    @Override
    public void write(InstructionWriter out) {
        out.readonly(multisig.address());
        out.signer(configAuthority);
        out.writable(spendingLimit);
        out.writableSigner(rentPayer);
        out.systemProgram();
        LimitTermsCodec.write(terms, out.data());
        out.memo(memo);
    }

    @Override
    public InstructionType type() {
        return InstructionType.MULTISIG_ADD_SPENDING_LIMIT;
    }

    @Override
    public Option<Command> adminCommand() {
        return Option.some(new Command.ChangeAsAdmin(
                configAuthority, new SettingsAction.AddSpendingLimit(spendingLimit, terms)));
    }
}
