package dev.mandate.solana.squadsv4.program;

import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.AccountRules;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.AdminInstruction;
import dev.mandate.ports.spi.program.ContentRecording;
import dev.mandate.ports.spi.program.CreationInstruction;
import dev.mandate.ports.spi.program.CreationTerms;
import dev.mandate.ports.spi.program.LayoutProblem;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.ports.spi.program.LimitPayment;
import dev.mandate.ports.spi.program.NewStorage;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SettingsAccount;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionBatches;
import dev.mandate.ports.spi.program.TransactionBuffers;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.crypto.Ed25519Curve;
import dev.mandate.solana.squadsv4.ConfigAction;
import dev.mandate.solana.squadsv4.FrameworkErrors;
import dev.mandate.solana.squadsv4.MessageAccounts;
import dev.mandate.solana.squadsv4.ProgramError;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.TransactionMessage;
import dev.mandate.solana.squadsv4.account.AccountType;
import dev.mandate.solana.squadsv4.instruction.InstructionCodec;
import dev.mandate.solana.squadsv4.instruction.InstructionType;
import dev.mandate.solana.squadsv4.instruction.MultisigCreateV2;
import dev.mandate.solana.squadsv4.instruction.SpendingLimitUse;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import dev.mandate.solana.squadsv4.instruction.VaultTransactionCreate;
import dev.mandate.solana.wire.TableLookup;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.EnumSet;
import java.util.Set;

/**
 * Squads v4 as the program that holds the accounts. The smart account's address is vault 0 of a {@code Multisig} account, which
 * keeps the settings. Source: the program's code and IDL; where they differ from the deployed binary, the binary.
 *
 * <p>Pure except for a bounded cache of derived addresses. Thread-safe. It does not create ephemeral signers and batches. It
 * reads those of other clients: a vault transaction with ephemeral signers is read and executed like any other. A batch is
 * opaque content, which {@link #batches} takes apart to explain it.
 */
public final class SquadsV4Program implements SmartAccountProgram {

    /** The first byte of what is hashed, different for each kind of content. */
    private static final int INSTRUCTIONS_TAG = 0;

    private static final int SETTINGS_TAG = 1;
    private static final int OPAQUE_TAG = 2;
    static final int BATCH_TAG = 3;

    private static final AccountRules RULES = new SmartAccountRules();

    private static final Set<InstructionType> BY_ADMIN =
            Set.copyOf(EnumSet.range(InstructionType.MULTISIG_ADD_MEMBER, InstructionType.MULTISIG_REMOVE_SPENDING_LIMIT));
    private static final Set<InstructionType> CREATION = Set.of(InstructionType.MULTISIG_CREATE_V2);
    private static final Set<InstructionType> LIMIT_USE = Set.of(InstructionType.SPENDING_LIMIT_USE);

    /** The public deployment, at the same address on mainnet and devnet. */
    public static final SquadsV4Program PUBLIC = new SquadsV4Program(SquadsV4.PROGRAM);

    private final InstructionCodec codec;
    private final SquadsAddresses addresses;
    private final OperationEncoder operations;
    private final StoredAccounts accounts;
    private final AccountSizes room;
    private final SquadsBuffers buffers;
    private final SquadsBatches batches;

    /** The deployment at {@code programId}. */
    public SquadsV4Program(Address programId) {
        codec = new InstructionCodec(programId);
        addresses = new SquadsAddresses(programId);
        operations = new OperationEncoder(addresses);
        accounts = new StoredAccounts(addresses);
        room = new AccountSizes(addresses);
        buffers = new SquadsBuffers(addresses, codec);
        batches = new SquadsBatches(addresses);
    }

    @Override
    public Address programId() {
        return codec.program();
    }

    @Override
    public io.vavr.collection.Set<Address> others() {
        return HashSet.of(SquadsV4.SMART_ACCOUNT_PROGRAM);
    }

    @Override
    public AccountRules rules() {
        return RULES;
    }

    /** Returns the name in the program's logs, such as {@code TimeLockNotReleased}, or {@code ConstraintSeeds} of its framework. */
    @Override
    public Option<String> errorName(long code) {
        return ProgramError.of(code).map(ProgramError::programName).orElse(() -> FrameworkErrors.name(code));
    }

    @Override
    public AccountRef locate(Address createKey) {
        return accountOf(new SettingsAddress(addresses.multisig(createKey).address()));
    }

    @Override
    public AccountRef accountOf(SettingsAddress settings) {
        return new AccountRef(addresses.vault(settings, 0).address(), settings);
    }

    @Override
    public Address creationTermsAddress() {
        return addresses.programConfig().address();
    }

    @Override
    public Address transactionAddress(AccountRef account, long index) {
        return addresses.transaction(account.settings(), index).address();
    }

    @Override
    public Address proposalAddress(AccountRef account, long index) {
        return addresses.proposal(account.settings(), index).address();
    }

    @Override
    public Address limitAddress(AccountRef account, Address createKey) {
        return addresses.spendingLimit(account.settings(), createKey).address();
    }

    @Override
    public Address vaultAddress(AccountRef account, int vaultIndex) {
        return vaultIndex == 0 ? account.address() : addresses.vault(account.settings(), vaultIndex).address();
    }

    /** Derives the vaults only for an address off the curve, since no vault is on it. */
    @Override
    public boolean isOwn(AccountRef account, Address address) {
        return address.equals(account.settings().address())
                || (!Ed25519Curve.contains(address)
                        && Array.rangeClosed(0, 255).exists(index -> vaultAddress(account, index).equals(address)));
    }

    @Override
    public Either<LayoutProblem, CreationTerms> readCreationTerms(AccountData account) {
        return accounts.creationTerms(account);
    }

    /** Reads settings. Their address must be the one derived from their own create key. */
    @Override
    public Either<LayoutProblem, SettingsAccount> readSettings(SettingsAddress settingsAddress, AccountData account) {
        return accounts.settings(settingsAddress, account);
    }

    /** Reads a transaction. Both accounts must name {@code index} and the settings of {@code account}. */
    @Override
    public Either<LayoutProblem, Option<ManagedTransaction>> readTransaction(
            AccountRef account, long index, FoundAccount content, FoundAccount proposal) {
        return accounts.transaction(account, index, content, proposal);
    }

    @Override
    public TransactionContent readContent(AccountRef account, AccountData content) {
        return accounts.content(account, content);
    }

    @Override
    public Option<Address> proposer(AccountData content) {
        return accounts.creator(content);
    }

    @Override
    public Option<Long> transactionIndex(AccountData account) {
        return accounts.index(account);
    }

    @Override
    public Option<ContentRecording> recording(Instruction instruction) {
        return codec.decode(instruction).toOption().flatMap(SquadsInstruction::recording);
    }

    /** Reads a limit. It must name the settings of {@code account}, and its address must be the one derived from its create key. */
    @Override
    public Either<LayoutProblem, SpendingLimit> readLimit(AccountRef account, Address address, AccountData limit) {
        return accounts.limit(account, address, limit);
    }

    @Override
    public Seq<DataMatch> limitsOf(AccountRef account) {
        return AccountMatches.of(AccountType.SPENDING_LIMIT, account);
    }

    @Override
    public Option<TransactionContent.VaultInstructions> store(
            AccountRef account, int vaultIndex, Seq<Instruction> instructions, Seq<LookupTable> tables) {
        return VaultMessage.compile(vaultAddress(account, vaultIndex), instructions, tables)
                .map(message -> new TransactionContent.VaultInstructions(vaultIndex, message.toArgument()));
    }

    /** Returns the lookup tables of the message. Reads it as the program does: bytes that follow are ignored. */
    @Override
    public Option<Seq<Address>> tablesOf(TransactionContent.VaultInstructions instructions) {
        return message(instructions).toOption().map(message -> message.lookups().map(TableLookup::table));
    }

    @Override
    public Either<LayoutProblem, Array<Instruction>> restore(
            TransactionContent.VaultInstructions instructions, Seq<LookupTable> tables) {
        return message(instructions)
                .flatMap(message -> StoredInstructions.restore(
                        message, tables.toMap(LookupTable::table, table -> table)));
    }

    private static Either<LayoutProblem, TransactionMessage> message(TransactionContent.VaultInstructions instructions) {
        return TransactionMessage.parseArgumentPrefix(instructions.message())
                .mapLeft(problem -> new LayoutProblem.Unreadable("not a stored message: " + problem));
    }

    @Override
    public Option<Array<Instruction>> ownCalls(TransactionContent.VaultInstructions instructions) {
        return message(instructions).toOption().flatMap(message -> StoredInstructions.spelledOut(message, programId()).toOption());
    }

    @Override
    public Seq<Address> signersOf(TransactionContent.VaultInstructions instructions) {
        return message(instructions)
                .map(message -> message.accountKeys().take(message.numSigners()))
                .getOrElse(Array.empty());
    }

    @Override
    public Either<LayoutProblem, Seq<Address>> ephemeralSigners(Address transaction, AccountData content) {
        return accounts.ephemeralSigners(content)
                .map(count -> Array.range(0, count)
                        .map(index -> addresses.ephemeralSigner(transaction, index).address()));
    }

    /** Returns the message's signers without the derived addresses, for which the program itself signs. */
    @Override
    public Seq<Address> outsideSigners(AccountRef account, TransactionContent.VaultInstructions instructions) {
        return signersOf(instructions).filter(Ed25519Curve::contains);
    }

    @Override
    public Option<AdminInstruction> adminInstruction(Instruction instruction) {
        return codec.decode(instruction, BY_ADMIN).flatMap(decoded ->
                decoded.adminCommand().map(command -> new AdminInstruction(decoded.multisig(), command)));
    }

    @Override
    public Option<LimitPayment> limitPayment(Instruction instruction) {
        return codec.decode(instruction, LIMIT_USE)
                .flatMap(decoded -> decoded instanceof SpendingLimitUse use
                        ? Option.some(new LimitPayment(use.spendingLimit(), use.destination(), use.amount(), use.memo()))
                        : Option.none());
    }

    @Override
    public Option<Command> commandOf(AccountRef account, Seq<Long> indexes, Instruction instruction) {
        return instruction.program().equals(programId())
                ? codec.decode(instruction)
                        .toOption()
                        .filter(decoded -> decoded.multisig().equals(account.settings()))
                        .flatMap(new InstructionCommands(addresses, byAddress(account, indexes))::of)
                : Option.none();
    }

    private Map<Address, Long> byAddress(AccountRef account, Seq<Long> indexes) {
        return indexes.flatMap(index -> Array.of(
                        Tuple.of(transactionAddress(account, index), index), Tuple.of(proposalAddress(account, index), index)))
                .toMap(each -> each);
    }

    @Override
    public Option<LifeCycleInstruction> lifeCycle(Instruction instruction) {
        return codec.decode(instruction).toOption().flatMap(decoded -> decoded.lifeCycle(addresses));
    }

    @Override
    public Option<String> unreadable(Instruction instruction) {
        return instruction.program().equals(programId())
                ? codec.decode(instruction)
                        .fold(
                                problem -> Option.some("not an instruction that is known here: " + problem),
                                this::unreadableWithin)
                : Option.none();
    }

    private Option<String> unreadableWithin(SquadsInstruction instruction) {
        return instruction instanceof VaultTransactionCreate create
                ? TransactionMessage.parseArgumentPrefix(create.transactionMessage())
                        .fold(
                                problem -> Option.some("proposes what is no stored message: " + problem),
                                message -> StoredInstructions.spelledOut(message, programId())
                                        .fold(Option::some, this::unreadable))
                : Option.none();
    }

    @Override
    public Option<CreationInstruction> creationOf(Instruction instruction) {
        return codec.decode(instruction, CREATION)
                .flatMap(decoded -> decoded instanceof MultisigCreateV2 create
                        ? Option.some(create.creation())
                        : Option.none());
    }

    @Override
    public Option<SettingsAddress> settingsOf(Instruction instruction) {
        return codec.decode(instruction).toOption().map(SquadsInstruction::multisig);
    }

    /**
     * Returns a SHA-256 over a tag byte and the content: a vault's index and the message in argument form; the actions in Borsh; or
     * the bytes of opaque content.
     */
    @Override
    public Bytes32 fingerprint(TransactionContent content) {
        ByteWriter out = new ByteWriter();
        switch (content) {
            case TransactionContent.VaultInstructions(int vaultIndex, Bytes message) -> {
                out.u8(INSTRUCTIONS_TAG);
                out.u8(vaultIndex);
                out.countedBytes(message);
            }
            case TransactionContent.SettingsChange change -> {
                out.u8(SETTINGS_TAG);
                ConfigAction.writeList(ConfigAction.ofChange(change), out);
            }
            case TransactionContent.Opaque(String why, Bytes stored) -> {
                out.u8(OPAQUE_TAG);
                out.countedBytes(stored);
            }
        }
        return Sha256.of(out.toBytes());
    }

    @Override
    public Either<LayoutProblem, TransactionContent.VaultInstructions> executable(
            TransactionContent.VaultInstructions instructions, Seq<LookupTable> tables) {
        return message(instructions)
                .flatMap(message -> MessageAccounts.of(
                                message, HashSet.empty(), tables.toMap(LookupTable::table, table -> table))
                        .mapLeft(StoredInstructions::withoutTable))
                .map(accounts -> instructions);
    }

    /**
     * Returns the instruction for {@code operation}. It names rent payer and system program only if the program can need them.
     *
     * @throws IllegalArgumentException if stored instructions to execute cannot be read, or if one of their lookup tables is
     * missing or too short
     */
    @Override
    public Instruction encode(AccountRef account, Operation operation) {
        return codec.encode(operations.encode(account, operation));
    }

    @Override
    public TransactionBuffers buffers() {
        return buffers;
    }

    @Override
    public TransactionBatches batches() {
        return batches;
    }

    /**
     * Returns the account space that {@code operation} allocates. Two things are unknown. One is the space that executed stored
     * instructions allocate. The other is the exact cost of a cancellation if signers were added since the proposal: the canceller
     * then pays for 96 bytes for each of them.
     *
     * @throws IllegalArgumentException if stored instructions cannot be read
     */
    @Override
    public Seq<NewStorage> roomFor(
            AccountRef account, Operation operation, Settings before, Settings after, Map<Address, Integer> lengths) {
        return room.by(account, operation, before, after, lengths);
    }
}
