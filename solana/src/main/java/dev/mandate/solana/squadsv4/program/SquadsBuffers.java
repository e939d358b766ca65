package dev.mandate.solana.squadsv4.program;

import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.TransactionContent.VaultInstructions;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.NewStorage;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.TransactionBuffers;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.TransactionMessage;
import dev.mandate.solana.squadsv4.account.AccountType;
import dev.mandate.solana.squadsv4.account.TransactionBufferAccount;
import dev.mandate.solana.squadsv4.instruction.InstructionCodec;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import dev.mandate.solana.squadsv4.instruction.TransactionBufferCreate;
import dev.mandate.solana.squadsv4.instruction.TransactionBufferExtend;
import dev.mandate.solana.squadsv4.instruction.VaultTransactionCreate;
import dev.mandate.solana.squadsv4.instruction.VaultTransactionCreateFromBuffer;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** The program's transaction buffers. A buffer collects a message in its argument form. */
record SquadsBuffers(SquadsAddresses addresses, InstructionCodec codec) implements TransactionBuffers {

    @Override
    public Address address(AccountRef account, Address creator, int index) {
        return addresses.transactionBuffer(account.settings(), creator, index).address();
    }

    @Override
    public Seq<DataMatch> of(AccountRef account, Address creator) {
        return AccountMatches.of(AccountType.TRANSACTION_BUFFER, account)
                .append(new DataMatch(AccountMatches.BEHIND_SETTINGS, Bytes.of(creator.toArray())));
    }

    @Override
    public Option<Progress> progress(AccountData buffer, VaultInstructions content) {
        return TransactionBufferAccount.decode(buffer.data())
                .toOption()
                .filter(found -> gathers(found, content))
                .map(found -> new Progress(found.bufferIndex(), found.buffer().length()));
    }

    @Override
    public Option<VaultInstructions> content(AccountData buffer, int vaultIndex) {
        return TransactionBufferAccount.decode(buffer.data())
                .toOption()
                .filter(found -> found.finalBufferHash().equals(Sha256.of(found.buffer())))
                .flatMap(found -> TransactionMessage.parseArgumentPrefix(found.buffer()).toOption())
                .map(message -> new VaultInstructions(vaultIndex, message.toArgument()));
    }

    /** The hash states the complete message. It does not prove that the collected part is the start of that message. */
    private static boolean gathers(TransactionBufferAccount buffer, VaultInstructions content) {
        Bytes message = content.message();
        int gathered = buffer.buffer().length();
        return buffer.vaultIndex() == content.vaultIndex()
                && buffer.finalBufferSize() == message.length()
                && gathered <= message.length()
                && buffer.finalBufferHash().equals(Sha256.of(message))
                && buffer.buffer().equals(slice(message, 0, gathered));
    }

    @Override
    public Instruction open(
            AccountRef account, Address creator, Address rentPayer, int index, VaultInstructions content, int bytes) {
        return codec.encode(new TransactionBufferCreate(
                account.settings(),
                address(account, creator, index),
                creator,
                rentPayer,
                index,
                content.vaultIndex(),
                Sha256.of(content.message()),
                content.message().length(),
                slice(content.message(), 0, bytes)));
    }

    @Override
    public Instruction extend(
            AccountRef account, Address creator, int index, VaultInstructions content, int from, int to) {
        return codec.encode(new TransactionBufferExtend(
                account.settings(), address(account, creator, index), creator, slice(content.message(), from, to)));
    }

    @Override
    public Instruction create(AccountRef account, Operation.CreateTransaction operation, int index) {
        if (!(operation.content() instanceof TransactionContent.VaultInstructions content)) {
            throw new IllegalArgumentException("no buffer gathers a change of settings");
        }
        SquadsInstruction instruction = new VaultTransactionCreateFromBuffer(
                new VaultTransactionCreate(
                        account.settings(),
                        addresses.transaction(account.settings(), operation.index()).address(),
                        operation.by(),
                        operation.rentPayer(),
                        content.vaultIndex(),
                        OperationEncoder.NO_EPHEMERAL_SIGNERS,
                        VaultTransactionCreateFromBuffer.EMPTY_MESSAGE,
                        operation.memo().map(Memo::text)),
                address(account, operation.by(), index),
                operation.by());
        return codec.encode(instruction);
    }

    @Override
    public NewStorage room(AccountRef account, Address creator, int index, VaultInstructions content) {
        return new NewStorage(
                NewStorage.Kind.TRANSACTION_BUFFER,
                address(account, creator, index),
                0,
                TransactionBufferAccount.size(content.message().length()));
    }

    private static Bytes slice(Bytes message, int from, int to) {
        return message.slice(from, to - from);
    }
}
