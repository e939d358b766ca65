package dev.mandate.solana.squadsv4.instruction;

import static dev.mandate.solana.squadsv4.instruction.AccountRole.CONFIG_AUTHORITY;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.DESTINATION;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.DESTINATION_TOKEN_ACCOUNT;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.MEMBER;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.MINT;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.MULTISIG;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.RENT_COLLECTOR;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.RENT_PAYER;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.SPENDING_LIMIT;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.TOKEN_PROGRAM;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.VAULT;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.VAULT_TOKEN_ACCOUNT;

import dev.mandate.solana.squadsv4.LimitTermsCodec;
import dev.mandate.solana.squadsv4.instruction.SpendingLimitInstruction.MultisigAddSpendingLimit;
import dev.mandate.solana.squadsv4.instruction.SpendingLimitInstruction.MultisigRemoveSpendingLimit;
import dev.mandate.solana.squadsv4.instruction.SpendingLimitInstruction.SpendingLimitUse;

/** The layouts of {@link SpendingLimitInstruction}. */
final class SpendingLimitCodec {

    private SpendingLimitCodec() {}

    static void encode(SpendingLimitInstruction instruction, InstructionEncoder out) {
        switch (instruction) {
            case MultisigAddSpendingLimit add -> {
                out.readonly(add.multisig());
                out.signer(add.configAuthority());
                out.writable(add.spendingLimit());
                out.writableSigner(add.rentPayer());
                out.systemProgram();
                LimitTermsCodec.write(add.terms(), out.data());
                out.memo(add.memo());
            }
            case MultisigRemoveSpendingLimit remove -> {
                out.readonly(remove.multisig());
                out.signer(remove.configAuthority());
                out.writable(remove.spendingLimit());
                out.writable(remove.rentCollector());
                out.memo(remove.memo());
            }
            case SpendingLimitUse use -> encodeUse(use, out);
        }
    }

    static MultisigAddSpendingLimit add(InstructionDecoder in) {
        return in.thenSystemProgram(new MultisigAddSpendingLimit(
                in.readonly(MULTISIG),
                in.signer(CONFIG_AUTHORITY),
                in.writable(SPENDING_LIMIT),
                in.writableSigner(RENT_PAYER),
                LimitTermsCodec.read(in.data()),
                in.memo()));
    }

    static MultisigRemoveSpendingLimit remove(InstructionDecoder in) {
        return new MultisigRemoveSpendingLimit(
                in.readonly(MULTISIG),
                in.signer(CONFIG_AUTHORITY),
                in.writable(SPENDING_LIMIT),
                in.writable(RENT_COLLECTOR),
                in.memo());
    }

    private static void encodeUse(SpendingLimitUse use, InstructionEncoder out) {
        out.readonly(use.multisig());
        out.signer(use.member());
        out.writable(use.spendingLimit());
        out.writable(use.vault());
        out.writable(use.destination());
        out.optionalSystemProgram(use.withSystemProgram());
        out.optionalReadonly(use.mint());
        out.optionalWritable(use.vaultTokenAccount());
        out.optionalWritable(use.destinationTokenAccount());
        out.optionalReadonly(use.tokenProgram());
        out.data().u64(use.amount());
        out.data().u8(use.decimals());
        out.memo(use.memo());
    }

    static SpendingLimitUse use(InstructionDecoder in) {
        return new SpendingLimitUse(
                in.readonly(MULTISIG),
                in.signer(MEMBER),
                in.writable(SPENDING_LIMIT),
                in.writable(VAULT),
                in.writable(DESTINATION),
                in.optionalSystemProgram(),
                in.optionalReadonly(MINT),
                in.optionalWritable(VAULT_TOKEN_ACCOUNT),
                in.optionalWritable(DESTINATION_TOKEN_ACCOUNT),
                in.optionalReadonly(TOKEN_PROGRAM),
                in.data().u64(),
                in.data().u8(),
                in.memo());
    }
}
