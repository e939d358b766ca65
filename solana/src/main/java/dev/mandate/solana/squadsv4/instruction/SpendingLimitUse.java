package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;
import io.vavr.control.Option;

/**
 * Pays out of the vault within a limit. For SOL it needs the system program; for a token it needs the mint, both token accounts
 * and the token program.
 *
 * @param member a member that the limit names
 * @param vault the vault that the limit names
 * @param destination the recipient; for a token, the owner of the token account
 * @param amount of the token, or of SOL
 * @param decimals the token's decimals, 9 for SOL; the program compares them
 */
public record SpendingLimitUse(
        SettingsAddress multisig,
        Address member,
        Address spendingLimit,
        Address vault,
        Address destination,
        boolean withSystemProgram,
        Option<Address> mint,
        Option<Address> vaultTokenAccount,
        Option<Address> destinationTokenAccount,
        Option<Address> tokenProgram,
        BaseUnits amount,
        int decimals,
        Option<String> memo)
        implements SquadsInstruction {

    static SpendingLimitUse read(InstructionReader in) {
        return new SpendingLimitUse(
                new SettingsAddress(in.account()),
                in.signer(),
                in.writable(),
                in.writable(),
                in.writable(),
                in.optionalSystemProgram(),
                in.optional(),
                in.optionalWritable(),
                in.optionalWritable(),
                in.optional(),
                in.data().amount(),
                in.data().u8(),
                in.memo());
    }

    @Override
    public void write(InstructionWriter out) {
        out.readonly(multisig.address());
        out.signer(member);
        out.writable(spendingLimit);
        out.writable(vault);
        out.writable(destination);
        out.optionalSystemProgram(withSystemProgram);
        out.optional(mint.map(AccountMeta::readonly));
        out.optional(vaultTokenAccount.map(AccountMeta::writable));
        out.optional(destinationTokenAccount.map(AccountMeta::writable));
        out.optional(tokenProgram.map(AccountMeta::readonly));
        out.data().amount(amount);
        out.data().u8(decimals);
        out.memo(memo);
    }

    @Override
    public InstructionType type() {
        return InstructionType.SPENDING_LIMIT_USE;
    }
}
