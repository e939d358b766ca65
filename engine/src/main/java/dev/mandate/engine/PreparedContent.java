package dev.mandate.engine;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.ParsedTransaction;
import dev.mandate.ports.program.SmartAccountProgram;
import dev.mandate.ports.program.TransactionFormat;
import io.vavr.collection.Seq;
import io.vavr.collection.Vector;
import io.vavr.control.Either;

/** Reads what is to be prepared: any transaction in which the account stands wherever a signer would. */
final class PreparedContent {

    /** The interface: submitted instructions must be under this many bytes. */
    static final int INSTRUCTION_BYTES_LIMIT = 1_050;

    private static final int FIRST_VAULT = 0;

    private final SmartAccountProgram program;
    private final TransactionFormat format;
    private final ChainReader reader;

    PreparedContent(EngineParts parts, ChainReader reader) {
        this.program = parts.program();
        this.format = parts.format();
        this.reader = reader;
    }

    /**
     * What was read.
     *
     * @param computeBudget instructions that belong into the outer transaction
     * @param tables the lookup tables that the instructions use
     */
    record Content(
            TransactionContent.VaultInstructions instructions,
            Vector<Instruction> computeBudget,
            Vector<LookupTable> tables) {}

    Either<BuildRefusal, Content> read(AccountRef account, Bytes transaction) {
        return format.parse(transaction)
                .<BuildRefusal>mapLeft(refusal -> new BuildRefusal.BadTransaction(refusal.detail()))
                .flatMap(PreparedContent::requireShort)
                .flatMap(parsed -> reader.tables(parsed.tables())
                        .flatMap(tables -> format.resolve(parsed, tables)
                                .<BuildRefusal>mapLeft(refusal -> new BuildRefusal.BadTransaction(refusal.detail()))
                                .flatMap(message -> content(account, message, tables))));
    }

    private static Either<BuildRefusal, ParsedTransaction> requireShort(ParsedTransaction parsed) {
        return parsed.instructionBytes() < INSTRUCTION_BYTES_LIMIT
                ? Either.right(parsed)
                : Either.left(
                        new BuildRefusal.InstructionsTooLong(parsed.instructionBytes(), INSTRUCTION_BYTES_LIMIT));
    }

    private Either<BuildRefusal, Content> content(AccountRef account, Message message, Vector<LookupTable> tables) {
        Seq<Instruction> outer = message.instructions().filter(format::isComputeBudget);
        Seq<Instruction> inner = message.instructions().reject(format::isComputeBudget);
        if (inner.isEmpty()) {
            return Either.left(new BuildRefusal.NothingToPrepare());
        }
        if (!inner.exists(instruction -> signs(account.address(), instruction))) {
            return Either.left(new BuildRefusal.AccountDoesNotSign(account.address()));
        }
        return program.store(account, FIRST_VAULT, inner, tables)
                .<BuildRefusal>toEither(() ->
                        new BuildRefusal.NotCompilable("more keys or instructions than a stored transaction counts"))
                .map(stored -> new Content(stored, Vector.ofAll(outer), used(stored, tables)));
    }

    /** Those that the stored form still uses. */
    private Vector<LookupTable> used(TransactionContent.VaultInstructions stored, Vector<LookupTable> tables) {
        return program.tablesOf(stored)
                .map(addresses -> tables.filter(table -> addresses.contains(table.table())))
                .getOrElse(tables);
    }

    private static boolean signs(Address address, Instruction instruction) {
        return instruction
                .accounts()
                .exists(account -> account.signer() && account.address().equals(address));
    }
}
