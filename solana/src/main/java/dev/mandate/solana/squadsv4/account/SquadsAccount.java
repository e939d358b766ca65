package dev.mandate.solana.squadsv4.account;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteWriter;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * What an account of the program holds.
 *
 * <p>An account has room beyond its content: for members to come, or left by those who went. The program writes the content from the
 * start and leaves the bytes after it as they were, so they mean nothing and take no part in equality.
 */
public sealed interface SquadsAccount
        permits MultisigAccount,
                ProposalAccount,
                ConfigTransactionAccount,
                VaultTransactionAccount,
                SpendingLimitAccount,
                ProgramConfigAccount,
                TransactionBufferAccount {

    /** What kind of account it is. */
    AccountType type();

    /** The fields alone. */
    void writeFields(ByteWriter out);

    /** Reads an account of any kind, whatever lies behind its content. */
    static Either<SquadsAccountProblem, SquadsAccount> decode(Bytes data) {
        return SquadsAccountReader.typeOf(data).flatMap(type -> switch (type) {
            case MULTISIG -> widen(MultisigAccount.decode(data));
            case PROPOSAL -> widen(ProposalAccount.decode(data));
            case CONFIG_TRANSACTION -> widen(ConfigTransactionAccount.decode(data));
            case VAULT_TRANSACTION -> widen(VaultTransactionAccount.decode(data));
            case SPENDING_LIMIT -> widen(SpendingLimitAccount.decode(data));
            case PROGRAM_CONFIG -> widen(ProgramConfigAccount.decode(data));
            case TRANSACTION_BUFFER -> widen(TransactionBufferAccount.decode(data));
        });
    }

    /** Discriminator and fields, without any room behind them. */
    default Bytes content() {
        return ByteWriter.write(out -> {
            out.discriminator(type().discriminator());
            writeFields(out);
        });
    }

    /** A new account's data, zero behind the content; none if {@code size} is too small. */
    default Option<Bytes> toData(int size) {
        return writeOver(Bytes.of(new byte[size]));
    }

    /**
     * The account's data after the program has written this into it: the rest stays as it was. None where there is too little
     * room, for which the program fails with its framework's error 3004 (AccountDidNotSerialize).
     */
    default Option<Bytes> writeOver(Bytes existing) {
        Bytes content = content();
        return Option.when(content.length() <= existing.length(), () -> content.over(existing));
    }

    private static <T extends SquadsAccount> Either<SquadsAccountProblem, SquadsAccount> widen(Either<SquadsAccountProblem, T> read) {
        return Either.narrow(read);
    }
}
