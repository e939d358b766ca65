package dev.mandate.ports.spi.program;

import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.review.MoneyReceiver;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.smartaccount.GrantedPowers;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.smartaccount.AccountRules;
import dev.mandate.domain.transaction.VotePurpose;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.chain.FoundAccount;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The on-chain program of smart accounts: its addresses, its account layouts and its instructions. */
public interface SmartAccountProgram {

    Address programId();

    /** Known programs of smart accounts that this one cannot serve: their accounts have other addresses and layouts. */
    default Set<Address> others() {
        return HashSet.empty();
    }

    /** What this program allows to do to an account. */
    AccountRules rules();

    /** This program's own name for one of its errors; none if the code is not one of them. */
    Option<String> errorName(long code);

    /** The addresses of the account with {@code createKey}, which need not exist yet. */
    AccountRef locate(Address createKey);

    /** The account with settings at this address, which need not exist yet. */
    AccountRef accountOf(SettingsAddress settings);

    /** The address of the program's terms for new accounts. */
    Address creationTermsAddress();

    /** The address of a transaction's content. */
    Address transactionAddress(AccountRef account, long index);

    /** The address of a transaction's proposal with its votes. */
    Address proposalAddress(AccountRef account, long index);

    /** The address of the limit with {@code createKey}. */
    Address limitAddress(AccountRef account, Address createKey);

    /** The vault that signs under {@code vaultIndex}; 0 is the smart account address. */
    Address vaultAddress(AccountRef account, int vaultIndex);

    /** The query for an account of this program. What the methods below read must be the answer to such a query. */
    default AccountQuery query(Address address) {
        return AccountQuery.ownedBy(address, programId());
    }

    /** Whether an address is the settings or one of the vaults of {@code account}. */
    boolean isOwn(AccountRef account, Address address);

    Either<LayoutProblem, CreationTerms> readCreationTerms(AccountData account);

    /**
     * Reads settings.
     *
     * @param settingsAddress the address that they were read from
     */
    Either<LayoutProblem, SettingsAccount> readSettings(SettingsAddress settingsAddress, AccountData account);

    /** Reads a transaction of {@code account} from its two accounts; none if neither is there. */
    Either<LayoutProblem, Option<ManagedTransaction>> readTransaction(
            AccountRef account, long index, FoundAccount content, FoundAccount proposal);

    /** Reads the content of a transaction of {@code account}; content that is not understood, or belongs to another account, is opaque. */
    TransactionContent readContent(AccountRef account, AccountData content);

    /** The signer who recorded {@code content}; none if it is no transaction of this program. */
    Option<Address> proposer(AccountData content);

    /** The index that the content or the proposal of a transaction names; none if {@code account} is neither. */
    Option<Long> transactionIndex(AccountData account);

    /** The recording of a transaction's content that an instruction of this program makes, if it makes one. */
    Option<ContentRecording> recording(Instruction instruction);

    /**
     * Reads a limit of {@code account}.
     *
     * @param address the address that it was read from
     */
    Either<LayoutProblem, SpendingLimit> readLimit(AccountRef account, Address address, AccountData limit);

    /** The match that finds the limits of {@code account} among the program's accounts. */
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
     * Reads stored instructions back, the inverse of {@link #store}. Each account has the rights that it has in the whole message.
     *
     * @param tables every lookup table that they use
     */
    Either<LayoutProblem, Array<Instruction>> restore(
            TransactionContent.VaultInstructions instructions, Seq<LookupTable> tables);

    /** The calls of this program among stored instructions; none if only lookup tables tell them, or the message cannot be read. */
    Option<Array<Instruction>> ownCalls(TransactionContent.VaultInstructions instructions);

    /** All signers of {@code instructions}, including addresses for which the program signs; none if the message cannot be read. */
    Seq<Address> signersOf(TransactionContent.VaultInstructions instructions);

    /**
     * The addresses that the program derives and signs for in this one transaction only.
     *
     * @param transaction the address that {@code content} was read from
     */
    Either<LayoutProblem, Seq<Address>> ephemeralSigners(Address transaction, AccountData content);

    /** The addresses that must sign the execution of {@code instructions} themselves, beside the account's own signers. */
    Seq<Address> outsideSigners(AccountRef account, TransactionContent.VaultInstructions instructions);

    /**
     * The change of settings by an admin that an instruction of this program makes, if it makes one. In a prepared transaction an account
     * that is its own admin changes itself in this way.
     */
    Option<AdminInstruction> adminInstruction(Instruction instruction);

    /** The payment within a limit that an instruction of this program makes, if it makes one. */
    Option<LimitPayment> limitPayment(Instruction instruction);

    /**
     * The command of the rules that an instruction of this program is; none if it is none, or operates on another account. The content of a
     * transaction that is made of a buffer has no instructions.
     *
     * @param indexes of the transactions that it may name
     */
    Option<Command> commandOf(AccountRef account, Seq<Long> indexes, Instruction instruction);

    /** The life-cycle step of a transaction that an instruction of this program makes, if it makes one. */
    Option<LifeCycleInstruction> lifeCycle(Instruction instruction);

    /**
     * Why the effect of an instruction that a vault signs cannot be shown to voters. The program accepts instructions with surplus bytes or
     * accounts, and some that are unknown here. None if it can be shown, or belongs to another program. Content that the instruction itself
     * proposes is checked as well.
     */
    Option<String> unreadable(Instruction instruction);

    /** The first reason why instructions that a vault signs cannot be shown, if there is one. */
    default Option<String> unreadable(Seq<Instruction> instructions) {
        return instructions.flatMap(this::unreadable).headOption();
    }

    /**
     * The addresses to which {@code instructions} themselves give a role: as admin, or in an account that they make. Content that they
     * propose, approve or execute is not included.
     */
    default GrantedPowers appointments(Seq<Instruction> instructions) {
        return instructions.map(this::appointments).fold(GrantedPowers.NONE, GrantedPowers::and);
    }

    private GrantedPowers appointments(Instruction instruction) {
        Option<GrantedPowers> atOnce =
                adminInstruction(instruction).map(change -> GrantedPowers.by(change.command()));
        return atOnce.orElse(() -> creationOf(instruction).map(creation -> GrantedPowers.by(creation.terms())))
                .getOrElse(GrantedPowers.NONE);
    }

    /** Who gets money, or may get some, by instructions of this program themselves: within limits, and as rent of closed accounts. */
    default Array<MoneyReceiver> receivers(Seq<Instruction> instructions) {
        return Array.ofAll(instructions).zipWithIndex().flatMap(one -> adminInstruction(one._1)
                .toArray()
                .flatMap(change -> change.command() instanceof Command.ChangeAsAdmin(var by, var action)
                        ? MoneyReceiver.of(action).map(receiver -> receiver.at(one._2))
                        : Array.<MoneyReceiver>empty())
                .appendAll(creationOf(one._1)
                        .flatMap(creation -> creation.terms().rentCollector())
                        .orElse(() -> limitPayment(one._1).map(LimitPayment::destination))
                        .map(address -> new MoneyReceiver(one._2, address, MoneyReceiver.Form.TO_WALLET))));
    }

    /** The creation of an account by an instruction of this program, if it is one. */
    Option<CreationInstruction> creationOf(Instruction instruction);

    /**
     * The settings of the account on which an instruction operates; none if it is not an operation of this program, or has
     * surplus bytes or accounts.
     */
    Option<SettingsAddress> settingsOf(Instruction instruction);

    /** A hash of the content. Different contents have different hashes. */
    Bytes32 fingerprint(TransactionContent content);

    /** The purpose that a vote on the transaction at {@code index} names in its memo. */
    default VotePurpose votePurpose(SmartAccount account, long index) {
        return new VotePurpose(
                index,
                account.transactions()
                        .get(index)
                        .flatMap(ManagedTransaction::content)
                        .map(this::fingerprint)
                        .getOrElse(VotePurpose.NOTHING));
    }

    /**
     * Whether stored instructions, perhaps another client's, can be executed with {@code tables}: they can be read, and every table entry
     * that they name exists.
     */
    Either<LayoutProblem, TransactionContent.VaultInstructions> executable(
            TransactionContent.VaultInstructions instructions, Seq<LookupTable> tables);

    /**
     * The instruction for {@code operation}.
     *
     * @throws IllegalArgumentException if it executes instructions that are not {@link #executable}
     */
    Instruction encode(AccountRef account, Operation operation);

    /** The buffers for content that is too large for one transaction. */
    TransactionBuffers buffers();

    /** The batches of transactions. */
    TransactionBatches batches();

    /**
     * The accounts that {@code operation} creates or enlarges.
     *
     * @param before the settings before it
     * @param after the settings after it
     * @param lengths bytes of data that accounts have before it; other accounts have none
     */
    Seq<NewStorage> roomFor(
            AccountRef account, Operation operation, Settings before, Settings after, Map<Address, Integer> lengths);
}
