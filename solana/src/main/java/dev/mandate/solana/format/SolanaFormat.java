package dev.mandate.solana.format;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.chain.LandedTransaction;
import dev.mandate.ports.program.CompileRefusal;
import dev.mandate.ports.program.ComputeBudget;
import dev.mandate.ports.program.DurableNonce;
import dev.mandate.ports.program.GiveawayWarning;
import dev.mandate.ports.program.LayoutProblem;
import dev.mandate.ports.program.LookupTableFormat;
import dev.mandate.ports.program.Movement;
import dev.mandate.ports.program.ParseRefusal;
import dev.mandate.ports.program.ParsedTransaction;
import dev.mandate.ports.program.TransactionFormat;
import dev.mandate.ports.program.UnsignedTransaction;
import dev.mandate.solana.crypto.StrictEd25519;
import dev.mandate.solana.programs.ComputeBudgetInstruction;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.InstructionProblem;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.account.LookupTableAccount;
import dev.mandate.solana.programs.account.NonceAccount;
import dev.mandate.solana.wire.CompileProblem;
import dev.mandate.solana.wire.CompiledInstruction;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.MessageCompiler;
import dev.mandate.solana.wire.TableLookup;
import dev.mandate.solana.wire.WireProblem;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Legacy and version 0 transactions of at most 1,232 bytes, and the system and compute-budget programs' instructions. */
public final class SolanaFormat implements TransactionFormat {

    /** How many accounts a transaction may lock, those of its tables included ({@code MAX_TX_ACCOUNT_LOCKS}). */
    private static final int MAX_ACCOUNTS = 64;

    /** Equal messages give equal bytes: keys stand in the order of {@link MessageCompiler}. */
    @Override
    public Either<CompileRefusal, UnsignedTransaction> compile(Message message) {
        return MessageCompiler.compile(message)
                .mapLeft(SolanaFormat::refusal)
                .flatMap(SolanaFormat::requireFewAccounts)
                .map(compiled -> new UnsignedTransaction(
                        WireTransaction.unsigned(compiled).serialize(),
                        compiled.serialize(),
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
                    Array.ofAll(message.requiredSigners()),
                    Array.ofAll(parsed.signatures()),
                    Array.ofAll(message.lookups()).map(TableLookup::table).distinct(),
                    instructionBytes(message));
        });
    }

    private static int instructionBytes(CompiledMessage message) {
        int bytes = 0;
        for (CompiledInstruction instruction : message.instructions()) {
            Address program = message.staticKeys().get(instruction.programIndex());
            bytes += program.equals(ComputeBudgetProgram.ID) ? 0 : instruction.serializedLength();
        }
        return bytes;
    }

    /**
     * What the transaction does: keys that no instruction names are gone, and every account has the rights that it has in the whole
     * message.
     */
    @Override
    public Either<ParseRefusal, Message> resolve(ParsedTransaction transaction, Seq<LookupTable> tables) {
        return CompiledMessage.parse(transaction.message())
                .mapLeft(SolanaFormat::unparsed)
                .flatMap(message -> message.decompile(tables)
                        .mapLeft(problem -> new ParseRefusal(ProblemWords.of(problem))));
    }

    private static ParseRefusal unparsed(WireProblem problem) {
        return new ParseRefusal(ProblemWords.of(problem));
    }

    /**
     * The table with all its entries. Those that were added in the very last slot cannot be used until the next, and a deactivated
     * table only serves a few minutes more: the chain then refuses the transaction without charging for it.
     */
    @Override
    public Either<LayoutProblem, LookupTable> readLookupTable(Address address, AccountData account) {
        return OwnedData.by(LookupTableAccount.PROGRAM, account)
                .flatMap(data -> OwnedData.readable(LookupTableAccount.decode(data)))
                .map(table -> new LookupTable(address, table.entries()));
    }

    @Override
    public boolean isDeactivatedTable(AccountData account) {
        return OwnedData.by(LookupTableAccount.PROGRAM, account)
                .flatMap(data -> OwnedData.readable(LookupTableAccount.decode(data)))
                .exists(table -> table.deactivationSlot() != LookupTableAccount.NEVER);
    }

    /** Reads a nonce. One in the layout from before 2022 is refused, as no transaction can live by it. */
    @Override
    public Either<LayoutProblem, DurableNonce> readNonce(Address address, AccountData account) {
        return OwnedData.by(SystemProgram.ID, account)
                .flatMap(data -> OwnedData.readable(NonceAccount.decode(data)))
                .flatMap(nonce -> switch (nonce.version()) {
                    case CURRENT -> Either.right(new DurableNonce(address, nonce.authority(), nonce.value()));
                    case LEGACY ->
                        Either.left(new LayoutProblem.Unreadable("a nonce of the legacy version: it must be upgraded"));
                });
    }

    @Override
    public Instruction advanceNonce(DurableNonce nonce) {
        return SystemProgram.advanceNonce(nonce.account(), nonce.authority());
    }

    /** The limit, and the price where there is one: without, it is zero. */
    @Override
    public Seq<Instruction> computeBudget(ComputeBudget budget) {
        Instruction limit = ComputeBudgetProgram.setComputeUnitLimit(budget.unitLimit());
        return budget.microLamportsPerUnit().isZero()
                ? Array.of(limit)
                : Array.of(limit, ComputeBudgetProgram.setComputeUnitPrice(budget.microLamportsPerUnit()));
    }

    @Override
    public BaseUnits priorityFee(Seq<Instruction> instructions) {
        return PriorityFee.of(instructions);
    }

    @Override
    public Option<Address> advancedNonce(Instruction instruction) {
        return SystemProgram.advancedNonce(instruction);
    }

    /** Instructions of the system program and of both token programs, batches of theirs included. */
    @Override
    public Array<GiveawayWarning> warnings(Address vault, Seq<Instruction> instructions) {
        return GiveawayWarnings.by(vault, instructions);
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
     * Transfers of the system program, with and without a seed, what new accounts begin with and what is withdrawn from nonces; and of
     * both token programs the transfers, checked or not, and Token-2022's with a fee. What was left out beside: the token program's
     * batches, and confidential transfers, whose amount nobody sees.
     */
    @Override
    public Seq<Movement> movements(LandedTransaction transaction) {
        return Movements.of(transaction);
    }

    @Override
    public LookupTableFormat lookupTables() {
        return new SolanaLookupTables();
    }

    /**
     * Keys are points of the curve's prime-order group; derived addresses are chosen to lie off the curve. Points of small order sign
     * nothing that validators take. A point with a part of small order could sign for them (each attempt with a chance of one eighth or
     * so), but no honest key is such a point, and {@link StrictEd25519} refuses its signatures: it is no key either.
     */
    @Override
    public boolean canSign(Address address) {
        return StrictEd25519.isKey(address);
    }

    /** An instruction that the program does not know, a second one of a kind, or a size that it never grants fails the whole transaction. */
    @Override
    public Option<String> budgetFault(Seq<Instruction> instructions) {
        Seq<Either<InstructionProblem, ComputeBudgetInstruction>> read = instructions.map(ComputeBudgetProgram::decode);
        if (read.exists(Either::isLeft)) {
            return Option.some("a compute budget instruction that is none: "
                    + read.find(Either::isLeft).get().getLeft());
        }
        Seq<ComputeBudgetInstruction> asked = read.map(Either::get);
        return asked.groupBy(Object::getClass).values().exists(same -> same.size() > 1)
                ? Option.some("the same compute budget instruction twice")
                : asked.flatMap(ComputeBudgetInstruction::fault).headOption();
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
