package dev.mandate.solana.squadsv4.program;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.TransactionBatches;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.bytes.Unsigned;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.TransactionMessage;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** The program's batches. Source: its IDL, and the deployed binary. */
record SquadsBatches(SquadsAddresses addresses) implements TransactionBatches {

    static final long BATCH = SquadsV4.discriminator("account:Batch");
    private static final long TRANSACTION = SquadsV4.discriminator("account:VaultBatchTransaction");

    private static final long CREATE = SquadsV4.discriminator("global:batch_create");
    private static final long ADD = SquadsV4.discriminator("global:batch_add_transaction");
    private static final long EXECUTE = SquadsV4.discriminator("global:batch_execute_transaction");
    private static final int CREATE_ACCOUNTS = 5;
    private static final int ADD_ACCOUNTS = 7;
    private static final int EXECUTE_ACCOUNTS = 5;

    @Override
    public Option<Step> step(Instruction instruction) {
        if (!instruction.program().equals(addresses.program()) || instruction.accounts().isEmpty()) {
            return Option.none();
        }
        Array<Address> accounts = instruction.accounts().map(AccountMeta::address).toArray();
        SettingsAddress settings = new SettingsAddress(accounts.head());
        ByteReader in = new ByteReader(instruction.data());
        long name = in.discriminator();
        if (name == CREATE && accounts.length() >= CREATE_ACCOUNTS) {
            int vaultIndex = in.u8();
            var unusedMemo = in.option(ByteReader::string);
            return in.finishPrefix(new Step.Create(settings, accounts.get(1), vaultIndex)).<Step>map(step -> step).toOption();
        }
        if (name == ADD && accounts.length() >= ADD_ACCOUNTS) {
            int unusedSigners = in.u8();
            Bytes message = in.bytes(in.u32());
            return in.finishPrefix(new Step.Add(settings, accounts.get(2), accounts.get(3), message)).<Step>map(step -> step).toOption();
        }
        return Option.when(name == EXECUTE && accounts.length() >= EXECUTE_ACCOUNTS, () -> new Step.Execute(settings, accounts.get(3), accounts.get(4)));
    }

    @Override
    public Option<Batch> read(AccountRef account, AccountData stored) {
        ByteReader in = new ByteReader(stored.data());
        long kind = in.discriminator();
        Address settings = in.address();
        Address unusedCreator = in.address();
        long index = in.u64();
        int unusedBump = in.u8();
        int vaultIndex = in.u8();
        int unusedVaultBump = in.u8();
        Batch batch = new Batch(index, vaultIndex, in.u32(), in.u32());
        return in.finishPrefix(batch).toOption().filter(read -> kind == BATCH && settings.equals(account.settings().address()));
    }

    @Override
    public Address transactionAddress(AccountRef account, long index, long number) {
        return addresses.batchTransaction(account.settings(), index, number).address();
    }

    @Override
    public TransactionContent content(int vaultIndex, AccountData transaction) {
        ByteReader in = new ByteReader(transaction.data());
        long kind = in.discriminator();
        int unusedBump = in.u8();
        Bytes unusedSignerBumps = in.bytes(in.atMost(in.u32(), Unsigned.U8_MAX));
        TransactionMessage message = TransactionMessage.readStored(in);
        return in.finishPrefix(message)
                .toOption()
                .filter(read -> kind == TRANSACTION)
                .<TransactionContent>map(read -> new TransactionContent.VaultInstructions(vaultIndex, read.toArgument()))
                .getOrElse(() -> new TransactionContent.Opaque("it is no transaction of a batch", transaction.data()));
    }

    @Override
    public TransactionContent content(int vaultIndex, Step.Add added) {
        return TransactionMessage.content(vaultIndex, added.content());
    }

    @Override
    public Bytes32 fingerprint(int vaultIndex, Seq<Bytes32> transactions) {
        ByteWriter out = new ByteWriter();
        out.u8(SquadsV4Program.BATCH_TAG);
        out.u8(vaultIndex);
        transactions.forEach(digest -> out.bytes32(digest));
        return Sha256.of(out.toBytes());
    }
}
