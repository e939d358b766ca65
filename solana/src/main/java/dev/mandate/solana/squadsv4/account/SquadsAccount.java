package dev.mandate.solana.squadsv4.account;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteWriter;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The content of an account of the program.
 *
 * <p>An account may have unused bytes after its content: room for later members, or left by removed ones. The program writes
 * the content at the start and leaves the other bytes unchanged. These bytes have no meaning and are not part of equality.
 */
public sealed interface SquadsAccount
        permits MultisigAccount,
                ProposalAccount,
                ConfigTransactionAccount,
                VaultTransactionAccount,
                SpendingLimitAccount,
                ProgramConfigAccount,
                TransactionBufferAccount {

    /** Returns the kind of account. */
    AccountType type();

    /** Writes the fields, without discriminator. */
    void writeFields(ByteWriter out);

    /** Decodes an account of any kind. Bytes after its content are ignored. */
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

    /** Returns discriminator and fields, without unused bytes. */
    default Bytes content() {
        return ByteWriter.write(out -> {
            out.discriminator(type().discriminator());
            writeFields(out);
        });
    }

    /** Returns the data of a new account of {@code size} bytes, zero after the content; none if {@code size} is too small. */
    default Option<Bytes> toData(int size) {
        return writeOver(Bytes.of(new byte[size]));
    }

    /**
     * Returns the account's data after the program wrote this content into it; the other bytes stay unchanged. Returns none if the
     * account is too small; the program then fails with its framework's error 3004 (AccountDidNotSerialize).
     */
    default Option<Bytes> writeOver(Bytes existing) {
        Bytes content = content();
        return Option.when(content.length() <= existing.length(), () -> content.over(existing));
    }

    private static <T extends SquadsAccount> Either<SquadsAccountProblem, SquadsAccount> widen(Either<SquadsAccountProblem, T> read) {
        return Either.narrow(read);
    }
}
