package dev.mandate.solana.squadsv4.instruction;

import static dev.mandate.solana.squadsv4.instruction.AccountRole.CREATOR;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.MEMBER;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.MULTISIG;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.PROPOSAL;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.RENT_COLLECTOR;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.RENT_PAYER;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.SPENDING_LIMIT;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.TRANSACTION;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.TRANSACTION_BUFFER;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.solana.borsh.BorshReader;
import dev.mandate.solana.borsh.BorshWriter;
import dev.mandate.solana.squadsv4.ConfigAction;
import dev.mandate.solana.squadsv4.instruction.TransactionInstruction.ConfigTransactionAccountsClose;
import dev.mandate.solana.squadsv4.instruction.TransactionInstruction.ConfigTransactionCreate;
import dev.mandate.solana.squadsv4.instruction.TransactionInstruction.ConfigTransactionExecute;
import dev.mandate.solana.squadsv4.instruction.TransactionInstruction.VaultTransactionAccountsClose;
import dev.mandate.solana.squadsv4.instruction.TransactionInstruction.VaultTransactionCreate;
import dev.mandate.solana.squadsv4.instruction.TransactionInstruction.VaultTransactionCreateFromBuffer;
import dev.mandate.solana.squadsv4.instruction.TransactionInstruction.VaultTransactionExecute;

/** The layouts of {@link TransactionInstruction}. */
final class TransactionCodec {

    private TransactionCodec() {}

    static void encode(TransactionInstruction instruction, InstructionEncoder out) {
        switch (instruction) {
            case ConfigTransactionCreate create -> {
                encodeCreation(create.multisig(), create.transaction(), create.creator(), create.rentPayer(), out);
                ConfigAction.writeList(create.actions(), out.data());
                out.memo(create.memo());
            }
            case ConfigTransactionExecute execute -> encodeConfigExecute(execute, out);
            case ConfigTransactionAccountsClose close ->
                encodeClose(close.multisig(), close.proposal(), close.transaction(), close.rentCollector(), out);
            case VaultTransactionCreate create -> encodeVaultCreate(create, out);
            case VaultTransactionCreateFromBuffer fromBuffer -> {
                encodeVaultCreate(fromBuffer.create(), out);
                out.writable(fromBuffer.transactionBuffer());
                out.writableSigner(fromBuffer.bufferCreator());
            }
            case VaultTransactionExecute execute -> {
                out.readonly(execute.multisig());
                out.writable(execute.proposal());
                out.readonly(execute.transaction());
                out.signer(execute.member());
                out.remaining(execute.messageAccounts());
            }
            case VaultTransactionAccountsClose close ->
                encodeClose(close.multisig(), close.proposal(), close.transaction(), close.rentCollector(), out);
        }
    }

    static ConfigTransactionCreate configCreate(InstructionDecoder in) {
        return in.thenSystemProgram(new ConfigTransactionCreate(
                in.writable(MULTISIG),
                in.writable(TRANSACTION),
                in.signer(CREATOR),
                in.writableSigner(RENT_PAYER),
                ConfigAction.readList(in.data()),
                in.memo()));
    }

    private static void encodeConfigExecute(ConfigTransactionExecute execute, InstructionEncoder out) {
        out.writable(execute.multisig());
        out.signer(execute.member());
        out.writable(execute.proposal());
        out.readonly(execute.transaction());
        out.optionalWritableSigner(execute.rentPayer());
        out.optionalSystemProgram(execute.withSystemProgram());
        out.remaining(execute.spendingLimits().map(AccountMeta::writable));
    }

    static ConfigTransactionExecute configExecute(InstructionDecoder in) {
        return new ConfigTransactionExecute(
                in.writable(MULTISIG),
                in.signer(MEMBER),
                in.writable(PROPOSAL),
                in.readonly(TRANSACTION),
                in.optionalWritableSigner(RENT_PAYER),
                in.optionalSystemProgram(),
                in.remainingWritable(SPENDING_LIMIT));
    }

    static ConfigTransactionAccountsClose configClose(InstructionDecoder in) {
        return in.thenSystemProgram(new ConfigTransactionAccountsClose(
                in.readonly(MULTISIG), in.writable(PROPOSAL), in.writable(TRANSACTION), in.writable(RENT_COLLECTOR)));
    }

    private static void encodeVaultCreate(VaultTransactionCreate create, InstructionEncoder out) {
        encodeCreation(create.multisig(), create.transaction(), create.creator(), create.rentPayer(), out);
        BorshWriter data = out.data();
        data.u8(create.vaultIndex());
        data.u8(create.ephemeralSigners());
        data.countedBytes(create.transactionMessage());
        out.memo(create.memo());
    }

    static VaultTransactionCreate vaultCreate(InstructionDecoder in) {
        BorshReader data = in.data();
        return in.thenSystemProgram(new VaultTransactionCreate(
                in.writable(MULTISIG),
                in.writable(TRANSACTION),
                in.signer(CREATOR),
                in.writableSigner(RENT_PAYER),
                data.u8(),
                data.u8(),
                data.bytes(data.u32()),
                in.memo()));
    }

    static VaultTransactionCreateFromBuffer vaultCreateFromBuffer(InstructionDecoder in) {
        return new VaultTransactionCreateFromBuffer(
                vaultCreate(in), in.writable(TRANSACTION_BUFFER), in.writableSigner(CREATOR));
    }

    static VaultTransactionExecute vaultExecute(InstructionDecoder in) {
        return new VaultTransactionExecute(
                in.readonly(MULTISIG),
                in.writable(PROPOSAL),
                in.readonly(TRANSACTION),
                in.signer(MEMBER),
                in.remaining());
    }

    static VaultTransactionAccountsClose vaultClose(InstructionDecoder in) {
        return in.thenSystemProgram(new VaultTransactionAccountsClose(
                in.readonly(MULTISIG), in.writable(PROPOSAL), in.writable(TRANSACTION), in.writable(RENT_COLLECTOR)));
    }

    private static void encodeCreation(
            Address multisig, Address transaction, Address creator, Address rentPayer, InstructionEncoder out) {
        out.writable(multisig);
        out.writable(transaction);
        out.signer(creator);
        out.writableSigner(rentPayer);
        out.systemProgram();
    }

    private static void encodeClose(
            Address multisig, Address proposal, Address transaction, Address rentCollector, InstructionEncoder out) {
        out.readonly(multisig);
        out.writable(proposal);
        out.writable(transaction);
        out.writable(rentCollector);
        out.systemProgram();
    }
}
