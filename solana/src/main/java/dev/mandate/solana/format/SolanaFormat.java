package dev.mandate.solana.format;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.program.CompileRefusal;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.ports.spi.program.DurableNonce;
import dev.mandate.domain.review.AddressKind;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.review.MoneyReceiver;
import dev.mandate.ports.spi.program.LayoutProblem;
import dev.mandate.ports.spi.program.LookupTableFormat;
import dev.mandate.ports.spi.program.Movement;
import dev.mandate.ports.spi.program.NewStorage;
import dev.mandate.ports.spi.program.NonceCreation;
import dev.mandate.ports.spi.program.ParseRefusal;
import dev.mandate.ports.spi.program.ParsedTransaction;
import dev.mandate.ports.spi.program.TransactionFormat;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.solana.bytes.ReadProblem;
import dev.mandate.solana.crypto.StrictEd25519;
import dev.mandate.solana.programs.ComputeBudgetInstruction.HeapFrame;
import dev.mandate.solana.programs.ComputeBudgetInstruction.LoadedAccountsDataLimit;
import dev.mandate.solana.programs.ComputeBudgetInstruction.UnitLimit;
import dev.mandate.solana.programs.ComputeBudgetInstruction.UnitPrice;
import dev.mandate.solana.programs.ComputeBudgetInstruction;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.InstructionProblem;
import dev.mandate.solana.programs.SystemInstruction;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.AccountProblem;
import dev.mandate.solana.programs.account.LookupTableAccount;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.NonceAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.solana.wire.CompileProblem;
import dev.mandate.solana.wire.CompiledInstruction;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.DecompileProblem;
import dev.mandate.solana.wire.MessageCompiler;
import dev.mandate.solana.wire.TableLookup;
import dev.mandate.solana.wire.WireProblem;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;

/** Legacy and version 0 transactions of at most 1,232 bytes, those of version 1 of at most 4,096, and the instructions of the system and compute budget programs. */
public final class SolanaFormat implements TransactionFormat {

    /** The number of accounts that a transaction may lock, those from lookup tables included ({@code MAX_TX_ACCOUNT_LOCKS}). */
    private static final int MAX_ACCOUNTS = 64;

    /** Equal messages give equal bytes: {@link MessageCompiler} defines the order of the keys. */
    @Override
    public Either<CompileRefusal, UnsignedTransaction> compile(Message message) {
        return MessageCompiler.compile(message)
                .mapLeft(SolanaFormat::refusal)
                .flatMap(SolanaFormat::requireFewAccounts)
                .map(compiled -> new UnsignedTransaction(
                        WireTransaction.unsigned(compiled).serialize(),
                        compiled.serialize(),
                        WireTransaction.maxLength(compiled.version()),
                        Array.ofAll(compiled.requiredSigners())));
    }

    private static Either<CompileRefusal, CompiledMessage> requireFewAccounts(CompiledMessage message) {
        int accounts = message.staticKeys().length()
                + message.lookups().map(TableLookup::loadedKeys).sum().intValue();
        return accounts <= MAX_ACCOUNTS
                ? Either.right(message)
                : Either.left(new CompileRefusal.TooManyAccounts(accounts, MAX_ACCOUNTS));
    }

    private static CompileRefusal refusal(CompileProblem problem) {
        return switch (problem) {
            case CompileProblem.TooLong(int length, int limit) -> new CompileRefusal.TooLarge(length, limit);
            case CompileProblem.TooManyKeys(int keys, int limit) ->
                new CompileRefusal.TooManyAccounts(keys, MAX_ACCOUNTS);
            case CompileProblem.TooManySigners(int signers, int limit) ->
                new CompileRefusal.TooManySigners(signers, limit);
            case CompileProblem.TooManyInstructions(int instructions, int limit) ->
                new CompileRefusal.TooManyInstructions(instructions, limit);
            case CompileProblem.TooManyInstructionAccounts(int instruction, int accounts, int limit) ->
                new CompileRefusal.NotCompilable(
                        "instruction " + instruction + " with " + accounts + " accounts, of which version 1 counts " + limit);
            case CompileProblem.FeePayerInvoked(int instruction) ->
                new CompileRefusal.NotCompilable("instruction " + instruction + " calls the fee payer as a program");
            case CompileProblem.LookupTableTooLong(Address table, int entries) ->
                new CompileRefusal.NotCompilable("lookup table " + table + " with " + entries + " entries");
        };
    }

    @Override
    public Either<ParseRefusal, ParsedTransaction> parse(Bytes transaction) {
        return WireTransaction.parse(transaction).bimap(SolanaFormat::unparsed, parsed -> {
            CompiledMessage message = parsed.message();
            return new ParsedTransaction(
                    transaction,
                    message.serialize(),
                    message.lifetime(),
                    Array.ofAll(message.requiredSigners()),
                    Array.ofAll(parsed.signatures()),
                    WireTransaction.maxLength(message.version()),
                    Array.ofAll(message.lookups()).map(TableLookup::table).distinct(),
                    instructionBytes(message));
        });
    }

    @Override
    public Either<ParseRefusal, ParsedTransaction> parseMessage(Bytes message) {
        return CompiledMessage.parse(message)
                .mapLeft(SolanaFormat::unparsed)
                .flatMap(compiled -> parse(WireTransaction.unsigned(compiled).serialize()));
    }

    private static int instructionBytes(CompiledMessage message) {
        int bytes = 0;
        for (CompiledInstruction instruction : message.instructions()) {
            Address program = message.staticKeys().get(instruction.programIndex());
            bytes += program.equals(ComputeBudgetProgram.ID) ? 0 : instruction.serializedLength(message.version());
        }
        return bytes;
    }

    /**
     * Returns what the transaction does. Keys that no instruction names are left out. Every account has the rights that it has in
     * the whole message.
     */
    @Override
    public Either<ParseRefusal, Message> resolve(ParsedTransaction transaction, Seq<LookupTable> tables) {
        return CompiledMessage.parse(transaction.message())
                .mapLeft(SolanaFormat::unparsed)
                .flatMap(message -> message.decompile(tables)
                        .mapLeft(problem -> new ParseRefusal(ParseProblemText.of(problem), missing(problem))));
    }

    private static Option<LayoutProblem.MissingEntry> missing(DecompileProblem problem) {
        return problem instanceof DecompileProblem.EntryMissing(Address table, int entry, int entries)
                ? Option.some(new LayoutProblem.MissingEntry(table, entry, entries))
                : Option.none();
    }

    private static ParseRefusal unparsed(WireProblem problem) {
        return new ParseRefusal(ParseProblemText.of(problem));
    }

    /**
     * Returns the table with all its entries. Entries added in the newest slot are usable only from the next slot on. A deactivated
     * table is usable for a few more minutes. The chain refuses a transaction that breaks these rules and charges no fee.
     */
    @Override
    public AccountQuery lookupTableQuery(Address address) {
        return AccountQuery.ownedBy(address, LookupTableAccount.PROGRAM);
    }

    @Override
    public Either<LayoutProblem, LookupTable> readLookupTable(Address address, AccountData account) {
        return readable(account, LookupTableAccount::decode)
                .map(table -> new LookupTable(address, table.entries()));
    }

    @Override
    public boolean isDeactivatedTable(AccountData account) {
        return LookupTableAccount.decode(account.data())
                .exists(table -> table.deactivationSlot() != LookupTableAccount.NEVER);
    }

    @Override
    public AccountQuery nonceQuery(Address address) {
        return AccountQuery.ownedBy(address, SystemProgram.ID);
    }

    /** Reads a nonce. The layout from before 2022 is refused: no transaction can use such a nonce. */
    @Override
    public Either<LayoutProblem, DurableNonce> readNonce(Address address, AccountData account) {
        return readable(account, NonceAccount::decode)
                .flatMap(nonce -> switch (nonce.version()) {
                    case CURRENT -> Either.right(new DurableNonce(address, nonce.authority(), nonce.value()));
                    case LEGACY ->
                        Either.left(new LayoutProblem.Unreadable("a nonce of the legacy version: it must be upgraded"));
                });
    }

    /** Reads an account of a native program, which begins with a number (u32) for its version or kind. */
    private static <T> Either<LayoutProblem, T> readable(
            AccountData account, Function<Bytes, Either<AccountProblem, T>> decode) {
        return decode.apply(account.data()).mapLeft(problem ->
                problem instanceof AccountProblem.Malformed(ReadProblem.UnknownTag tag) && tag.offset() == 0
                        ? new LayoutProblem.UnknownKind(account.data().slice(0, Integer.BYTES))
                        : new LayoutProblem.Unreadable(problem.toString()));
    }

    @Override
    public Array<Instruction> createNonce(NonceCreation creation) {
        return Array.of(
                SystemProgram.createAccount(
                        creation.payer(), creation.nonceAccount(), creation.lamports(), NonceAccount.LENGTH, SystemProgram.ID),
                SystemProgram.encode(new SystemInstruction.InitializeNonce(creation.nonceAccount(), creation.authority())));
    }

    @Override
    public Option<NonceCreation> createdNonce(Instruction first, Instruction second) {
        return SystemProgram.decode(first).toOption().flatMap(create -> SystemProgram.decode(second).toOption()
                .flatMap(initialize -> create instanceof SystemInstruction.CreateAccount(var payer, var account, var lamports, var space, var owner)
                                && initialize instanceof SystemInstruction.InitializeNonce(var initialized, var authority)
                                && account.equals(initialized)
                                && space == NonceAccount.LENGTH
                                && owner.equals(SystemProgram.ID)
                        ? Option.some(new NonceCreation(payer, account, authority, lamports))
                        : Option.none()));
    }

    @Override
    public NewStorage nonceRoom(Address nonceAccount) {
        return new NewStorage(NewStorage.Kind.NONCE_ACCOUNT, nonceAccount, 0, NonceAccount.LENGTH);
    }

    @Override
    public Instruction advanceNonce(DurableNonce nonce) {
        return SystemProgram.advanceNonce(nonce.account(), nonce.authority());
    }

    @Override
    public Array<Instruction> computeBudget(ComputeBudget budget) {
        return Array.<ComputeBudgetInstruction>ofAll(budget.unitLimit().map(UnitLimit::new))
                .appendAll(budget.unitPrice().filter(price -> !price.isZero()).map(UnitPrice::new))
                .appendAll(budget.loadedBytesLimit().map(LoadedAccountsDataLimit::new))
                .appendAll(budget.heapBytes().map(HeapFrame::new))
                .map(ComputeBudgetProgram::encode);
    }

    /** A transaction fails as a whole if it has an unknown compute budget instruction, two of one kind, or a size that the program refuses. */
    @Override
    public Either<String, ComputeBudget> readComputeBudget(Seq<Instruction> instructions) {
        Seq<Either<InstructionProblem, ComputeBudgetInstruction>> read = instructions.map(ComputeBudgetProgram::decode);
        if (read.exists(Either::isLeft)) {
            return Either.left("a compute budget instruction that is none: "
                    + read.find(Either::isLeft).get().getLeft());
        }
        Seq<ComputeBudgetInstruction> asked = read.map(Either::get);
        return asked.groupBy(Object::getClass).values().exists(same -> same.size() > 1)
                ? Either.left("the same compute budget instruction twice")
                : asked.flatMap(ComputeBudgetInstruction::fault)
                        .headOption()
                        .toEither(asked.map(SolanaFormat::budget).fold(ComputeBudget.NONE, ComputeBudget::orElse))
                        .swap();
    }

    private static ComputeBudget budget(ComputeBudgetInstruction asked) {
        return switch (asked) {
            case HeapFrame(long bytes) -> ComputeBudget.heap((int) bytes);
            case LoadedAccountsDataLimit(long bytes) ->
                new ComputeBudget(Option.none(), Option.none(), Option.some(bytes), Option.none());
            case UnitLimit(long units) -> new ComputeBudget(Option.some(units), Option.none(), Option.none(), Option.none());
            case UnitPrice(BaseUnits price) -> ComputeBudget.NONE.priced(Option.some(price));
        };
    }

    @Override
    public BaseUnits priorityFee(Message message) {
        return switch (message.version()) {
            case LEGACY, V0 -> PriorityFee.of(message.instructions());
            case V1 -> message.config().priorityFeeLamports().map(BaseUnits::ofUnsignedBits).getOrElse(BaseUnits.ZERO);
        };
    }

    @Override
    public long usualUnits(Seq<Instruction> instructions) {
        return PriorityFee.usualUnits(instructions);
    }

    @Override
    public Option<Address> advancedNonce(Instruction instruction) {
        return SystemProgram.advancedNonce(instruction);
    }

    /** The third account of the instruction, behind the nonce account and a sysvar. */
    @Override
    public Option<Address> nonceAuthority(Instruction advance) {
        return advance.accounts().drop(2).headOption().map(AccountMeta::address);
    }

    /** Covers the instructions of native programs and of both token programs, batches included. */
    @Override
    public Array<GiveawayWarning> warnings(Address vault, Seq<Instruction> instructions) {
        return GiveawayWarnings.by(vault, instructions);
    }

    /** Covers the instructions of native programs, of both token programs, batches included, and of the associated token program. */
    @Override
    public Array<MoneyReceiver> receivers(Address vault, Seq<Instruction> instructions) {
        return MoneyReceivers.of(vault, instructions);
    }

    /** Reads the number and the address behind it. */
    @Override
    public Array<Address> nonceAuthorities(Seq<Instruction> instructions) {
        return Array.ofAll(instructions)
                .flatMap(PlainCall::of)
                .filter(call -> call.program().equals(SystemProgram.ID) && (call.numberAt(0) == 6 || call.numberAt(0) == 7))
                .flatMap(call -> call.addressAt(4));
    }

    @Override
    public Option<AddressKind> wellKnown(Address address) {
        return NativePrograms.kind(address);
    }

    /** A multisignature account of a token program counts as a token account: it cannot sign either. */
    @Override
    public AddressKind kind(AccountData account) {
        Address owner = account.owner();
        return account.executable() || NativePrograms.LOADERS.contains(owner)
                ? AddressKind.PROGRAM
                : owner.equals(NativePrograms.SYSVAR_OWNER)
                        ? AddressKind.SYSVAR
                        : TokenProgram.at(owner).isDefined() ? tokenKind(account.data()) : AddressKind.OTHER;
    }

    private static AddressKind tokenKind(Bytes data) {
        return MintAccount.decode(data).isRight()
                ? AddressKind.MINT
                : TokenAccount.decode(data).exists(held -> held.mint().equals(NativePrograms.WRAPPED_SOL))
                        ? AddressKind.WRAPPED_SOL_ACCOUNT
                        : AddressKind.TOKEN_ACCOUNT;
    }

    @Override
    public Bytes withSignatures(ParsedTransaction transaction, Array<Signature> signatures) {
        WireTransaction signed = CompiledMessage.parse(transaction.message())
                .map(WireTransaction::unsigned)
                .getOrElseThrow(problem -> new IllegalArgumentException("not a parsed transaction: " + problem));
        if (signatures.length() != transaction.signers().length()) {
            throw new IllegalArgumentException(
                    signatures.length() + " signatures for " + transaction.signers().length() + " signers");
        }
        for (var slot : transaction.signers().zip(signatures).reject(slot -> slot._2.equals(Signature.EMPTY))) {
            signed = signed.withSignature(slot._1, slot._2)
                    .getOrElseThrow(problem -> new IllegalArgumentException(problem.toString()));
        }
        return signed.serialize();
    }

    /**
     * Spelled out are: system program transfers with and without a seed, the first balance of new accounts, withdrawals from nonces; transfers of
     * both token programs, checked or not; Token-2022 transfers with a fee. Confidential amounts are hidden.
     */
    @Override
    public Option<Array<Movement>> movements(Address account, LandedTransaction transaction) {
        return SettledMovements.of(account, transaction);
    }

    @Override
    public LookupTableFormat lookupTables() {
        return new SolanaLookupTables();
    }

    /**
     * A key is a point of the curve's prime-order group. Derived addresses lie off the curve. Points of small order sign nothing
     * that validators accept. A point that only has a component of small order could sign for the validators, at about one success
     * in eight attempts. It is still no key here: no honest key is such a point, and {@link StrictEd25519} refuses its signatures.
     */
    @Override
    public boolean canSign(Address address) {
        return StrictEd25519.isKey(address);
    }

    @Override
    public Instruction transfer(Address from, Address to, BaseUnits lamports) {
        return SystemProgram.transfer(from, to, lamports);
    }

    @Override
    public boolean isComputeBudget(Instruction instruction) {
        return instruction.program().equals(ComputeBudgetProgram.ID);
    }
}
