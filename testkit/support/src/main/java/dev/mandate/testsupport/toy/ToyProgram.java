package dev.mandate.testsupport.toy;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.AccountRules;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.TransactionContent.VaultInstructions;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.spi.formats.ChainFormats;
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
import dev.mandate.solana.Solana;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.crypto.Ed25519Curve;
import dev.mandate.testsupport.toy.ToyCall.Action;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The program as the engine sees it. */
public final class ToyProgram implements SmartAccountProgram {

    /** The one error of the program. */
    static final long REFUSED = 77;

    private static final int MOST_INSTRUCTIONS_BYTES = 1_000;
    private static final ToyRules RULES = new ToyRules();
    private static final ToyBuffers BUFFERS = new ToyBuffers();
    private static final ToyBatches BATCHES = new ToyBatches();

    /** Solana with this program in the place of Squads v4. */
    public static ChainFormats formats() {
        ChainFormats solana = Solana.SQUADS_V4;
        return new ChainFormats(
                new ToyProgram(), solana.format(), solana.tokens(), solana.signatures(), solana.calls(), solana.instructions());
    }

    @Override
    public Address programId() {
        return ToyAddresses.PROGRAM;
    }

    @Override
    public AccountRules rules() {
        return RULES;
    }

    @Override
    public Option<String> errorName(long code) {
        return Option.when(code == REFUSED, "Refused");
    }

    @Override
    public AccountRef locate(Address createKey) {
        return accountOf(ToyAddresses.settings(createKey));
    }

    @Override
    public AccountRef accountOf(SettingsAddress settings) {
        return new AccountRef(ToyAddresses.vault(settings), settings);
    }

    @Override
    public Address creationTermsAddress() {
        return ToyAddresses.CREATION_TERMS;
    }

    @Override
    public Address transactionAddress(AccountRef account, long index) {
        return ToyAddresses.content(account.settings(), index);
    }

    @Override
    public Address proposalAddress(AccountRef account, long index) {
        return ToyAddresses.proposal(account.settings(), index);
    }

    @Override
    public Address limitAddress(AccountRef account, Address createKey) {
        return ToyAddresses.limit(account.settings(), createKey);
    }

    @Override
    public Address vaultAddress(AccountRef account, int vaultIndex) {
        return account.address();
    }

    @Override
    public boolean isOwn(AccountRef account, Address address) {
        return address.equals(account.address()) || address.equals(account.settings().address());
    }

    /** An account costs nothing beside its rent. */
    @Override
    public Either<LayoutProblem, CreationTerms> readCreationTerms(AccountData account) {
        return Either.right(new CreationTerms(BaseUnits.ZERO, ToyAddresses.CREATION_TERMS));
    }

    @Override
    public Either<LayoutProblem, SettingsAccount> readSettings(SettingsAddress settingsAddress, AccountData account) {
        return ToyAccounts.settings(account.data())
                .map(settings -> new SettingsAccount(accountOf(settingsAddress), settings))
                .toEither(() -> unreadable("no settings"));
    }

    private static LayoutProblem unreadable(String detail) {
        return new LayoutProblem.Unreadable(detail);
    }

    @Override
    public Either<LayoutProblem, Option<ManagedTransaction>> readTransaction(
            AccountRef account, long index, FoundAccount content, FoundAccount proposal) {
        Either<LayoutProblem, Option<TransactionContent>> voted =
                LayoutProblem.owned(content).map(found -> found.map(stored -> readContent(account, stored)));
        return voted.flatMap(what -> LayoutProblem.owned(proposal).flatMap(found -> found.isEmpty()
                ? Either.right(what.map(known -> ManagedTransaction.recorded(index, known)))
                : ToyAccounts.votes(found.get().data())
                        .filter(votes -> votes.settings().equals(account.settings()) && votes.index() == index)
                        .map(votes -> Option.some(new ManagedTransaction(index, what, Option.some(votes.proposal()))))
                        .toEither(() -> unreadable("no proposal of this account"))));
    }

    @Override
    public TransactionContent readContent(AccountRef account, AccountData content) {
        return ToyAccounts.content(content.data())
                .filter(stored -> stored.settings().equals(account.settings()))
                .map(ToyAccounts.Content::content)
                .getOrElse(() -> new TransactionContent.Opaque("no content of this account", content.data()));
    }

    @Override
    public Option<Address> proposer(AccountData content) {
        return ToyAccounts.content(content.data()).map(ToyAccounts.Content::proposer);
    }

    @Override
    public Option<Long> transactionIndex(AccountData account) {
        return ToyAccounts.content(account.data())
                .map(ToyAccounts.Content::index)
                .orElse(() -> ToyAccounts.votes(account.data()).map(ToyAccounts.Votes::index));
    }

    @Override
    public Option<ContentRecording> recording(Instruction instruction) {
        return ToyCall.read(instruction).flatMap(call -> call.action() instanceof Action.RecordContent(var content, var memo)
                ? Option.some(new ContentRecording(ToyAddresses.content(call.settings(), call.index()), call.payer(), memo))
                : Option.none());
    }

    @Override
    public Either<LayoutProblem, SpendingLimit> readLimit(AccountRef account, Address address, AccountData limit) {
        return Either.left(unreadable("this program has no limits"));
    }

    /** No account on the chain matches. */
    @Override
    public Seq<DataMatch> limitsOf(AccountRef account) {
        return Array.of(new DataMatch(0, Bytes.of((byte) ToyAccounts.LIMIT)));
    }

    @Override
    public Option<VaultInstructions> store(
            AccountRef account, int vaultIndex, Seq<Instruction> instructions, Seq<LookupTable> tables) {
        Bytes message = ToyContents.message(instructions);
        return Option.when(message.length() <= MOST_INSTRUCTIONS_BYTES, () -> new VaultInstructions(vaultIndex, message));
    }

    @Override
    public Option<Seq<Address>> tablesOf(VaultInstructions instructions) {
        return ToyContents.instructions(instructions.message()).map(read -> Array.empty());
    }

    @Override
    public Either<LayoutProblem, Array<Instruction>> restore(VaultInstructions instructions, Seq<LookupTable> tables) {
        return ToyContents.instructions(instructions.message()).toEither(() -> unreadable("no stored instructions"));
    }

    @Override
    public Option<Array<Instruction>> ownCalls(VaultInstructions instructions) {
        return ToyContents.instructions(instructions.message()).map(all -> all.filter(one -> one.program().equals(programId())));
    }

    @Override
    public Seq<Address> signersOf(VaultInstructions instructions) {
        return ToyContents.instructions(instructions.message())
                .getOrElse(Array.empty())
                .flatMap(Instruction::accounts)
                .filter(AccountMeta::signer)
                .map(AccountMeta::address)
                .distinct();
    }

    @Override
    public Either<LayoutProblem, Seq<Address>> ephemeralSigners(Address transaction, AccountData content) {
        return Either.right(Array.empty());
    }

    @Override
    public Seq<Address> outsideSigners(AccountRef account, VaultInstructions instructions) {
        return signersOf(instructions).filter(Ed25519Curve::contains);
    }

    @Override
    public Option<AdminInstruction> adminInstruction(Instruction instruction) {
        return Option.none();
    }

    @Override
    public Option<LimitPayment> limitPayment(Instruction instruction) {
        return Option.none();
    }

    @Override
    public Option<Command> commandOf(AccountRef account, Seq<Long> indexes, Instruction instruction) {
        return ToyCall.read(instruction)
                .filter(call -> call.settings().equals(account.settings()) && !(call.action() instanceof Action.CreateAccount))
                .map(ToyCall::command);
    }

    @Override
    public Option<LifeCycleInstruction> lifeCycle(Instruction instruction) {
        return ToyCall.read(instruction).flatMap(call -> {
            SettingsAddress settings = call.settings();
            Address content = ToyAddresses.content(settings, call.index());
            Address proposal = ToyAddresses.proposal(settings, call.index());
            return switch (call.action()) {
                case Action.CreateAccount create -> Option.none();
                case Action.RecordContent(var what, var memo) -> Option.some(new LifeCycleInstruction.Create(settings, call.by(), content, what));
                case Action.Propose propose -> Option.some(new LifeCycleInstruction.Propose(settings, call.by(), proposal, call.index()));
                case Action.Activate activate -> Option.none();
                case Action.CastVote(var vote, var memo) ->
                    Option.some(new LifeCycleInstruction.CastVote(settings, call.by(), vote, proposal, memo));
                case Action.Execute execute -> Option.some(new LifeCycleInstruction.Execute(settings, call.by(), content));
            };
        });
    }

    @Override
    public Option<String> unreadable(Instruction instruction) {
        return Option.when(
                instruction.program().equals(programId()) && ToyCall.read(instruction).isEmpty(), "not an instruction that is known here");
    }

    @Override
    public Option<CreationInstruction> creationOf(Instruction instruction) {
        return ToyCall.read(instruction).flatMap(call -> call.action() instanceof Action.CreateAccount(var terms, var memo)
                ? Option.some(new CreationInstruction(call.by(), call.payer(), terms, memo))
                : Option.none());
    }

    @Override
    public Option<SettingsAddress> settingsOf(Instruction instruction) {
        return ToyCall.read(instruction).map(ToyCall::settings);
    }

    @Override
    public Bytes32 fingerprint(TransactionContent content) {
        return Sha256.of(content instanceof TransactionContent.Opaque(var why, Bytes stored)
                ? stored
                : ByteWriter.write(out -> ToyContents.write(content, out)));
    }

    @Override
    public Either<LayoutProblem, VaultInstructions> executable(VaultInstructions instructions, Seq<LookupTable> tables) {
        return restore(instructions, tables).map(read -> instructions);
    }

    @Override
    public Instruction encode(AccountRef account, Operation operation) {
        return ToyCall.of(account.settings(), operation).instruction();
    }

    @Override
    public TransactionBuffers buffers() {
        return BUFFERS;
    }

    @Override
    public TransactionBatches batches() {
        return BATCHES;
    }

    @Override
    public Seq<NewStorage> roomFor(
            AccountRef account, Operation operation, Settings before, Settings after, Map<Address, Integer> lengths) {
        ToyCall call = ToyCall.of(account.settings(), operation);
        return switch (call.action()) {
            case Action.CreateAccount create -> made(NewStorage.Kind.SETTINGS, account.settings().address(), ToyAccounts.ROOM);
            case Action.RecordContent(var content, var memo) -> made(
                    NewStorage.Kind.TRANSACTION,
                    transactionAddress(account, call.index()),
                    ToyAccounts.of(new ToyAccounts.Content(account.settings(), call.index(), call.by(), content)).length());
            case Action.Propose propose -> made(NewStorage.Kind.PROPOSAL, proposalAddress(account, call.index()), ToyAccounts.ROOM);
            case Action.Activate activate -> Array.empty();
            case Action.CastVote vote -> Array.empty();
            case Action.Execute execute -> Array.empty();
        };
    }

    private static Array<NewStorage> made(NewStorage.Kind kind, Address address, int length) {
        return Array.of(new NewStorage(kind, address, 0, length));
    }
}
