package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.borsh.Unsigned;
import dev.mandate.solana.squadsv4.ConfigAction;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** Prepares a transaction of the vault or of the settings, executes it, and closes what is left of it. */
public sealed interface TransactionInstruction extends SquadsInstruction {

    /**
     * Prepares a change of settings.
     *
     * @param multisig writable
     * @param transaction writable: the account to be
     * @param creator signer
     * @param rentPayer writable signer
     */
    record ConfigTransactionCreate(
            Address multisig,
            Address transaction,
            Address creator,
            Address rentPayer,
            Seq<ConfigAction> actions,
            Option<String> memo)
            implements TransactionInstruction {
        @Override
        public InstructionType type() {
            return InstructionType.CONFIG_TRANSACTION_CREATE;
        }
    }

    /**
     * Changes the settings as prepared and approved.
     *
     * @param multisig writable
     * @param member signer
     * @param proposal writable
     * @param rentPayer writable signer: pays where an account grows or is made
     * @param spendingLimits writable: the account of every limit that the actions make or remove
     */
    record ConfigTransactionExecute(
            Address multisig,
            Address member,
            Address proposal,
            Address transaction,
            Option<Address> rentPayer,
            boolean withSystemProgram,
            Seq<Address> spendingLimits)
            implements TransactionInstruction {
        @Override
        public InstructionType type() {
            return InstructionType.CONFIG_TRANSACTION_EXECUTE;
        }
    }

    /**
     * Closes both accounts of a settled change of settings.
     *
     * @param proposal writable
     * @param transaction writable
     * @param rentCollector writable: the one that the settings name
     */
    record ConfigTransactionAccountsClose(
            Address multisig, Address proposal, Address transaction, Address rentCollector)
            implements TransactionInstruction {
        @Override
        public InstructionType type() {
            return InstructionType.CONFIG_TRANSACTION_ACCOUNTS_CLOSE;
        }
    }

    /**
     * Prepares a transaction for which a vault signs.
     *
     * @param multisig writable
     * @param transaction writable: the account to be
     * @param creator signer
     * @param rentPayer writable signer
     * @param vaultIndex 0 to 255
     * @param ephemeralSigners how many additional signers the program provides, 0 to 255
     * @param transactionMessage a {@link dev.mandate.solana.squadsv4.TransactionMessage} in its argument form, as raw bytes
     */
    record VaultTransactionCreate(
            Address multisig,
            Address transaction,
            Address creator,
            Address rentPayer,
            int vaultIndex,
            int ephemeralSigners,
            Bytes transactionMessage,
            Option<String> memo)
            implements TransactionInstruction {

        public VaultTransactionCreate {
            Unsigned.requireU8(vaultIndex);
            Unsigned.requireU8(ephemeralSigners);
        }

        @Override
        public InstructionType type() {
            return InstructionType.VAULT_TRANSACTION_CREATE;
        }
    }

    /**
     * Prepares a transaction from a complete buffer.
     *
     * @param create its message must be {@link #EMPTY_MESSAGE}
     * @param transactionBuffer writable: closed by this
     * @param bufferCreator writable signer: must be the creator of {@code create}
     */
    record VaultTransactionCreateFromBuffer(
            VaultTransactionCreate create, Address transactionBuffer, Address bufferCreator)
            implements TransactionInstruction {

        /** Six zero bytes: a message without keys, instructions and lookups. */
        public static final Bytes EMPTY_MESSAGE = Bytes.of(new byte[6]);

        @Override
        public Address multisig() {
            return create.multisig();
        }

        @Override
        public InstructionType type() {
            return InstructionType.VAULT_TRANSACTION_CREATE_FROM_BUFFER;
        }
    }

    /**
     * Executes an approved transaction of a vault.
     *
     * @param proposal writable
     * @param member signer
     * @param messageAccounts what the message asks for, see {@link dev.mandate.solana.squadsv4.MessageAccounts}
     */
    record VaultTransactionExecute(
            Address multisig, Address proposal, Address transaction, Address member, Seq<AccountMeta> messageAccounts)
            implements TransactionInstruction {
        @Override
        public InstructionType type() {
            return InstructionType.VAULT_TRANSACTION_EXECUTE;
        }
    }

    /**
     * Closes both accounts of a settled transaction of a vault.
     *
     * @param proposal writable
     * @param transaction writable
     * @param rentCollector writable: the one that the settings name
     */
    record VaultTransactionAccountsClose(
            Address multisig, Address proposal, Address transaction, Address rentCollector)
            implements TransactionInstruction {
        @Override
        public InstructionType type() {
            return InstructionType.VAULT_TRANSACTION_ACCOUNTS_CLOSE;
        }
    }
}
