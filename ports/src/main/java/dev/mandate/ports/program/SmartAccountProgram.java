package dev.mandate.ports.program;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.smartaccount.Appointments;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.chain.DataMatch;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The on-chain program that holds smart accounts: where things are, what accounts say, how an operation is spelled. */
public interface SmartAccountProgram {

    Address programId();

    /** This program's own name for one of its errors; none if the code is not one of them. */
    Option<String> errorName(long code);

    /** Where the account over {@code createKey} is or will be. */
    AccountRef locate(Address createKey);

    /** The account whose settings are or will be there. */
    AccountRef accountOf(Address settings);

    /** Where the program's own terms for new accounts stand. */
    Address creationTermsAddress();

    /** Where the content of a transaction is or will be. */
    Address transactionAddress(AccountRef account, long index);

    /** Where the votes on a transaction are or will be. */
    Address proposalAddress(AccountRef account, long index);

    /** Where the limit over {@code createKey} is or will be. */
    Address limitAddress(AccountRef account, Address createKey);

    /** The vault that signs under {@code vaultIndex}; 0 is the smart account address. */
    Address vaultAddress(AccountRef account, int vaultIndex);

    Either<LayoutProblem, CreationTerms> readCreationTerms(AccountData account);

    /**
     * Reads settings.
     *
     * @param settingsAddress where they were read
     */
    Either<LayoutProblem, SettingsAccount> readSettings(Address settingsAddress, AccountData account);

    /** Reads a transaction from its two accounts; none if neither is there. */
    Either<LayoutProblem, Option<ManagedTransaction>> readTransaction(
            long index, Option<AccountData> content, Option<AccountData> proposal);

    /** What stands where a transaction's content does; what is not understood is opaque. */
    TransactionContent readContent(AccountData account);

    Either<LayoutProblem, SpendingLimit> readLimit(AccountData account);

    /** What tells the limits of {@code account} from everything else that the program owns. */
    Seq<DataMatch> limitsOf(AccountRef account);

    /**
     * Compiles instructions into the form in which a vault's transaction is stored.
     *
     * @param vaultIndex the vault that signs
     * @param tables lookup tables that may shorten it
     * @return the content, or none if there are more keys or instructions than the form can count
     */
    Option<TransactionContent.VaultInstructions> store(
            AccountRef account, int vaultIndex, Seq<Instruction> instructions, Seq<LookupTable> tables);

    /** The lookup tables that stored instructions use; none if the message cannot be read. */
    Option<Seq<Address>> tablesOf(TransactionContent.VaultInstructions instructions);

    /**
     * What stored instructions say, {@link #store} undone: each account has the rights that it has in the whole message.
     *
     * @param tables every lookup table that they use
     */
    Either<LayoutProblem, Array<Instruction>> restore(
            TransactionContent.VaultInstructions instructions, Seq<LookupTable> tables);

    /** All who sign in {@code instructions}, those included for whom the program signs; none if the message cannot be read. */
    Seq<Address> signersOf(TransactionContent.VaultInstructions instructions);

    /**
     * The addresses that the program makes and signs for in one transaction alone.
     *
     * @param transaction where {@code content} was read
     */
    Either<LayoutProblem, Seq<Address>> ephemeralSigners(Address transaction, AccountData content);

    /** Who must sign the execution of {@code instructions} themselves, beside those who act for the account. */
    Seq<Address> outsideSigners(AccountRef account, TransactionContent.VaultInstructions instructions);

    /**
     * What an instruction of this program changes in some account's settings by an admin's right, if that is what it does. In a
     * prepared transaction this is how an account that is its own admin changes itself.
     */
    Option<AdminInstruction> adminInstruction(Instruction instruction);

    /** What an instruction of this program does in the life of a transaction, if that is what it does. */
    Option<LifeCycleInstruction> lifeCycle(Instruction instruction);

    /**
     * Why an instruction that a vault is to sign cannot be shown to those who vote on it: the program takes instructions with more bytes
     * or accounts than they need, and some that are not known here. None if it says what it does, or is of another program. What it puts
     * to the vote of an account itself is looked into as well.
     */
    Option<String> unreadable(Instruction instruction);

    /** Why what a vault is to sign cannot be shown, if any of it cannot. */
    default Option<String> unreadable(Seq<Instruction> instructions) {
        return instructions.flatMap(this::unreadable).headOption();
    }

    /**
     * Who is given a say by {@code instructions}: by an admin's right, by a change that they propose, in an account that they make, or by
     * what they propose for a vault to sign, as far as no lookup table is needed to read it.
     */
    default Appointments appointments(Seq<Instruction> instructions) {
        return instructions.map(this::appointments).fold(Appointments.NONE, Appointments::and);
    }

    private Appointments appointments(Instruction instruction) {
        Option<Appointments> atOnce =
                adminInstruction(instruction).map(change -> Appointments.by(change.command()));
        return atOnce.orElse(() -> creationOf(instruction).map(creation -> Appointments.by(creation.terms())))
                .orElse(() -> lifeCycle(instruction)
                        .flatMap(LifeCycleInstruction::recording)
                        .map(create -> Appointments.by(create.content()).and(within(create.content()))))
                .getOrElse(Appointments.NONE);
    }

    private Appointments within(TransactionContent content) {
        return content.vaultInstructions()
                .flatMap(instructions -> restore(instructions, Array.empty()).toOption())
                .map(this::appointments)
                .getOrElse(Appointments.NONE);
    }

    /** What an instruction of this program makes an account of, if that is what it does. */
    Option<CreationInstruction> creationOf(Instruction instruction);

    /**
     * The settings of the account on which an instruction operates; none if it is no operation of this program, or one with more
     * bytes or accounts than it takes.
     */
    Option<Address> settingsOf(Instruction instruction);

    /** What two contents have in common only if they are the same. */
    Bytes32 fingerprint(TransactionContent content);

    /**
     * That stored instructions, perhaps another client's, can be executed with {@code tables}: that they can be read, and that
     * every table entry that they name is there.
     */
    Either<LayoutProblem, TransactionContent.VaultInstructions> executable(
            TransactionContent.VaultInstructions instructions, Seq<LookupTable> tables);

    /**
     * The instruction that does {@code operation}.
     *
     * @throws IllegalArgumentException if it executes instructions that are not {@link #executable}
     */
    Instruction encode(AccountRef account, Operation operation);

    /** How content is gathered that is too large for one transaction. */
    TransactionBuffers buffers();

    /**
     * The room that {@code operation} takes.
     *
     * @param before the settings before it
     * @param after the settings after it
     * @param lengths bytes of data that accounts have before it; who is not among them has none
     */
    Seq<NewRoom> roomFor(
            AccountRef account, Operation operation, Settings before, Settings after, Map<Address, Integer> lengths);
}
