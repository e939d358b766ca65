package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.solana.borsh.Unsigned;
import io.vavr.control.Option;

/** Makes and removes a spending limit by the config authority, or uses one. */
public sealed interface SpendingLimitInstruction extends SquadsInstruction {

    /**
     * Makes one at once, by the config authority.
     *
     * @param configAuthority signer
     * @param spendingLimit writable: the account to be
     * @param rentPayer writable signer
     */
    record MultisigAddSpendingLimit(
            Address multisig,
            Address configAuthority,
            Address spendingLimit,
            Address rentPayer,
            LimitTerms terms,
            Option<String> memo)
            implements SpendingLimitInstruction {
        @Override
        public InstructionType type() {
            return InstructionType.MULTISIG_ADD_SPENDING_LIMIT;
        }
    }

    /**
     * Removes one at once, by the config authority.
     *
     * @param configAuthority signer
     * @param spendingLimit writable
     * @param rentCollector writable: gets the rent, and may be anyone
     */
    record MultisigRemoveSpendingLimit(
            Address multisig,
            Address configAuthority,
            Address spendingLimit,
            Address rentCollector,
            Option<String> memo)
            implements SpendingLimitInstruction {
        @Override
        public InstructionType type() {
            return InstructionType.MULTISIG_REMOVE_SPENDING_LIMIT;
        }
    }

    /**
     * Pays out of the vault within a limit. SOL takes the system program; a token takes mint, both token accounts and its program.
     *
     * @param member signer: one of the limit's
     * @param spendingLimit writable
     * @param vault writable: the one that the limit names
     * @param destination writable: who receives, the owner of the token account where it is a token
     * @param vaultTokenAccount writable
     * @param destinationTokenAccount writable
     * @param amount base units, unsigned 64 bits
     * @param decimals the token's, 9 for SOL: the program compares them
     */
    record SpendingLimitUse(
            Address multisig,
            Address member,
            Address spendingLimit,
            Address vault,
            Address destination,
            boolean withSystemProgram,
            Option<Address> mint,
            Option<Address> vaultTokenAccount,
            Option<Address> destinationTokenAccount,
            Option<Address> tokenProgram,
            long amount,
            int decimals,
            Option<String> memo)
            implements SpendingLimitInstruction {

        public SpendingLimitUse {
            Unsigned.requireU8(decimals);
        }

        @Override
        public InstructionType type() {
            return InstructionType.SPENDING_LIMIT_USE;
        }
    }
}
