package dev.mandate.simulator.squads;

import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.ProgramAbort;
import dev.mandate.simulator.runtime.RunningAccount;
import dev.mandate.simulator.squads.anchor.AccountList;
import dev.mandate.simulator.squads.anchor.AnchorCode;
import dev.mandate.simulator.squads.anchor.Arguments;
import dev.mandate.simulator.squads.anchor.Constraint;
import dev.mandate.simulator.squads.anchor.Stored;
import dev.mandate.solana.address.ProgramDerivedAddress;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.ProgramError;
import dev.mandate.solana.squadsv4.TransactionMessage;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.account.TransactionBufferAccount;
import dev.mandate.solana.squadsv4.account.VaultTransactionAccount;
import dev.mandate.solana.squadsv4.instruction.VaultTransactionCreateFromBuffer;
import dev.mandate.solana.squadsv4.terms.SettingsTerms;

/** {@code vault_transaction_create} and {@code vault_transaction_create_from_buffer}. */
final class VaultTransactions {

    private final Invocation invocation;
    private final Args args;
    private final Stored<MultisigAccount> multisig;
    private final RunningAccount transaction;
    private final RunningAccount creator;
    private final RunningAccount rentPayer;
    private final ProgramDerivedAddress derived;

    private record Args(int vaultIndex, int ephemeralSigners, Bytes message) {
        static Args read(ByteReader in) {
            return new Args(in.u8(), in.u8(), in.bytes(in.u32()));
        }
    }

    /** Reads the accounts, creates the transaction's account, and checks the constraints. */
    private VaultTransactions(Invocation invocation, AccountList accounts) {
        this.invocation = invocation;
        this.args = Arguments.readWithMemo(invocation.data(), Args::read);
        this.multisig = accounts.stored(MultisigAccount::decode);
        this.transaction = accounts.unchecked();
        this.creator = accounts.signer();
        this.rentPayer = accounts.signer();
        accounts.systemProgram();
        this.derived = SquadsAccounts.ADDRESSES.transaction(
                SquadsAccounts.settings(multisig), multisig.content().transactionIndex() + 1);
        Constraint.init(invocation, transaction, derived, rentPayer, () -> space(args.message()));
        SquadsAccounts.requireAddress(multisig);
        Constraint.mut(multisig.view());
        Constraint.mut(rentPayer);
    }

    static void create(Invocation invocation) {
        VaultTransactions creation = new VaultTransactions(invocation, new AccountList(invocation));
        creation.record(creation.args.message());
    }

    static void createFromBuffer(Invocation invocation) {
        AccountList accounts = new AccountList(invocation);
        VaultTransactions creation = new VaultTransactions(invocation, accounts);
        Stored<TransactionBufferAccount> buffer = accounts.stored(TransactionBufferAccount::decode);
        RunningAccount creator = accounts.signer();
        SimulatedBuffers.requireCreators(SquadsAccounts.settings(creation.multisig), buffer, creator);
        Constraint.closeTo(buffer.view(), creator);
        Constraint.mut(creator);
        if (!creator.address().equals(creation.creator.address())) {
            throw AnchorCode.CONSTRAINT_ADDRESS.abort();
        }
        creation.requireComplete(buffer.content());
        creation.makeRoom(creation.space(buffer.content().buffer()));
        creation.record(buffer.content().buffer());
        Constraint.close(buffer.view(), creator);
    }

    private void requireComplete(TransactionBufferAccount buffer) {
        if (!args.message().equals(VaultTransactionCreateFromBuffer.EMPTY_MESSAGE)) {
            throw Rules.error(ProgramError.INVALID_INSTRUCTION_ARGS);
        }
        if (!Sha256.of(buffer.buffer()).equals(buffer.finalBufferHash())) {
            throw Rules.error(ProgramError.FINAL_BUFFER_HASH_MISMATCH);
        }
        if (buffer.buffer().length() != buffer.finalBufferSize()) {
            throw Rules.error(ProgramError.FINAL_BUFFER_SIZE_MISMATCH);
        }
    }

    /** The account was created for an empty message and must grow. The program calls the transfer even if its amount is zero. */
    private void makeRoom(int length) {
        long rent = invocation.exemptMinimum(length);
        long missing = Long.compareUnsigned(transaction.lamports(), rent) < 0 ? rent - transaction.lamports() : 0;
        invocation.invoke(SystemProgram.transfer(rentPayer.address(), transaction.address(), BaseUnits.of(missing)));
        transaction.resize(length);
    }

    private int space(Bytes message) {
        return VaultTransactionAccount.size(args.ephemeralSigners(), parse(message));
    }

    private static TransactionMessage parse(Bytes message) {
        return TransactionMessage.parseArgumentPrefix(message)
                .getOrElseThrow(problem -> ProgramAbort.named("BorshIoError"))
                .validated()
                .getOrElseThrow(Rules::error);
    }

    private void record(Bytes message) {
        SmartAccount after = Rules.apply(
                Rules.account(multisig.content()),
                new Command.CreateTransaction(
                        creator.address(), new TransactionContent.VaultInstructions(args.vaultIndex(), message)),
                invocation.now().time());
        multisig.write(SettingsTerms.write(after.settings(), multisig.content()));
        Stored.write(
                transaction,
                new VaultTransactionAccount(
                        SquadsAccounts.settings(multisig),
                        creator.address(),
                        after.settings().transactionIndex(),
                        derived.bump(),
                        args.vaultIndex(),
                        SquadsAccounts.ADDRESSES
                                .vault(SquadsAccounts.settings(multisig), args.vaultIndex())
                                .bump(),
                        ephemeralSignerBumps(),
                        parse(message)));
    }

    private Bytes ephemeralSignerBumps() {
        byte[] bumps = new byte[args.ephemeralSigners()];
        for (int i = 0; i < bumps.length; i++) {
            bumps[i] = (byte)
                    SquadsAccounts.ADDRESSES.ephemeralSigner(transaction.address(), i).bump();
        }
        return Bytes.of(bumps);
    }
}
