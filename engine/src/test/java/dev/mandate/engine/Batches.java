package dev.mandate.engine;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.TransactionMessage;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;

/** Instructions and accounts of batches, as other clients make them. Source: the program's IDL. */
record Batches(AccountRef ref, long index, Address by) {

    private static final SquadsV4Program PROGRAM = SquadsV4Program.PUBLIC;
    private static final int BUMP = 255;

    Address address() {
        return PROGRAM.transactionAddress(ref, index);
    }

    Address transaction(long number) {
        return PROGRAM.batches().transactionAddress(ref, index, number);
    }

    private Address proposal() {
        return PROGRAM.proposalAddress(ref, index);
    }

    private static Instruction instruction(String name, Array<AccountMeta> accounts, Bytes arguments) {
        return new Instruction(SquadsV4.PROGRAM, accounts, ByteWriter.write(out -> {
            out.discriminator(SquadsV4.discriminator("global:" + name));
            out.bytes(arguments);
        }));
    }

    Instruction create(int vaultIndex) {
        return instruction(
                "batch_create",
                Array.of(
                        AccountMeta.writable(ref.settings().address()),
                        AccountMeta.writable(address()),
                        AccountMeta.signer(by),
                        AccountMeta.writableSigner(by),
                        AccountMeta.readonly(SystemProgram.ID)),
                Bytes.of(new byte[] {(byte) vaultIndex, 0}));
    }

    Instruction draft() {
        return instruction(
                "proposal_create",
                Array.of(
                        AccountMeta.writable(ref.settings().address()),
                        AccountMeta.writable(proposal()),
                        AccountMeta.signer(by),
                        AccountMeta.writableSigner(by),
                        AccountMeta.readonly(SystemProgram.ID)),
                ByteWriter.write(out -> {
                    out.u64(index);
                    out.bool(true);
                }));
    }

    Instruction activate() {
        return instruction(
                "proposal_activate",
                Array.of(AccountMeta.readonly(ref.settings().address()), AccountMeta.writableSigner(by), AccountMeta.writable(proposal())),
                Bytes.EMPTY);
    }

    Instruction add(long number, Instruction content) {
        return instruction(
                "batch_add_transaction",
                Array.of(
                        AccountMeta.readonly(ref.settings().address()),
                        AccountMeta.readonly(proposal()),
                        AccountMeta.writable(address()),
                        AccountMeta.writable(transaction(number)),
                        AccountMeta.signer(by),
                        AccountMeta.writableSigner(by),
                        AccountMeta.readonly(SystemProgram.ID)),
                ByteWriter.write(out -> {
                    out.u8(0);
                    out.countedBytes(message(content));
                }));
    }

    Instruction execute(long number, AccountMeta... messageAccounts) {
        return instruction(
                "batch_execute_transaction",
                Array.of(
                                AccountMeta.readonly(ref.settings().address()),
                                AccountMeta.signer(by),
                                AccountMeta.writable(proposal()),
                                AccountMeta.writable(address()),
                                AccountMeta.readonly(transaction(number)))
                        .appendAll(Array.of(messageAccounts)),
                Bytes.EMPTY);
    }

    private Bytes message(Instruction content) {
        return PROGRAM.store(ref, 0, Array.of(content), Array.empty()).get().message();
    }

    Bytes data(int vaultIndex, long size) {
        return data(vaultIndex, size, 0);
    }

    Bytes data(int vaultIndex, long size, long executed) {
        return ByteWriter.write(out -> {
            out.discriminator(SquadsV4.discriminator("account:Batch"));
            out.address(ref.settings().address());
            out.address(by);
            out.u64(index);
            out.u8(BUMP);
            out.u8(vaultIndex);
            out.u8(BUMP);
            out.u32(size);
            out.u32(executed);
        });
    }

    Bytes transactionData(Instruction content) {
        return ByteWriter.write(out -> {
            out.discriminator(SquadsV4.discriminator("account:VaultBatchTransaction"));
            out.u8(BUMP);
            out.countedBytes(Bytes.EMPTY);
            TransactionMessage.parseArgument(message(content)).get().writeStored(out);
        });
    }

    /** The bytes of a transaction's account before its message. */
    int transactionHead() {
        return Long.BYTES + 1 + Integer.BYTES;
    }

    /** A proposal that is open for votes, without any. */
    Bytes proposalData() {
        return ByteWriter.write(out -> {
            out.discriminator(SquadsV4.discriminator("account:Proposal"));
            out.address(ref.settings().address());
            out.u64(index);
            out.u8(1);
            out.u64(0);
            out.u8(BUMP);
            out.u32(0);
            out.u32(0);
            out.u32(0);
        });
    }
}
