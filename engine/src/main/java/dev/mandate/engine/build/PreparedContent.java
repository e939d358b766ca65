package dev.mandate.engine.build;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.engine.plan.ContentBudget;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.engine.query.LoadedAccount;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.ports.spi.program.ParsedTransaction;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionFormat;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Reads the transaction to prepare: any transaction in which the account is a signer. */
final class PreparedContent {

    /** The size of the instructions in bytes must be below this; the HTTP interface documents it. */
    static final int INSTRUCTION_BYTES_LIMIT = 1_050;

    private static final int FIRST_VAULT = 0;

    private final SmartAccountProgram program;
    private final TransactionFormat format;
    private final ChainReader reader;
    private final NestedChanges nestedChanges;

    PreparedContent(EngineParts parts, ChainReader reader) {
        this.program = parts.program();
        this.format = parts.format();
        this.reader = reader;
        this.nestedChanges = new NestedChanges(parts, reader);
    }

    /**
     * The content that was read.
     *
     * @param budget what the transaction asks for
     * @param tables the lookup tables that the instructions use
     * @param version of the transaction
     */
    record Content(
            TransactionContent.VaultInstructions instructions,
            ContentBudget budget,
            Array<LookupTable> tables,
            MessageVersion version) {

        /** A client that writes version 1 can sign it. */
        BuildOptions options(BuildOptions requested) {
            return version == MessageVersion.V1 ? requested.withVersion(TransactionVersion.V1) : requested;
        }
    }

    Either<BuildRefusal, Content> read(LoadedAccount loaded, Bytes transaction) {
        return format.parse(transaction)
                .<BuildRefusal>mapLeft(refusal -> new BuildRefusal.BadTransaction(refusal.detail()))
                .flatMap(PreparedContent::requireShort)
                .flatMap(parsed -> reader.usableTables(parsed.tables())
                        .flatMap(tables -> format.resolve(parsed, tables)
                                .mapLeft(refusal -> refusal.missing()
                                        .<BuildRefusal>map(entry -> new BuildRefusal.UnexpectedAccount(entry.table(), entry))
                                        .getOrElse(() -> new BuildRefusal.BadTransaction(refusal.detail())))
                                .flatMap(message -> content(loaded, message, tables))));
    }

    private static Either<BuildRefusal, ParsedTransaction> requireShort(ParsedTransaction parsed) {
        int bytes = parsed.instructionBytes();
        return bytes < INSTRUCTION_BYTES_LIMIT
                ? Either.right(parsed)
                : Either.left(new BuildRefusal.InstructionsTooLong(bytes, INSTRUCTION_BYTES_LIMIT));
    }

    private Either<BuildRefusal, Said> said(Message message) {
        return BuildRefusal.unless(unreadable(Array.ofAll(message.instructions()))).flatMap(readable -> divided(message));
    }

    /**
     * The instructions of a transaction.
     *
     * @param budget what it asks for; it belongs to the outer transaction
     * @param inner all other instructions
     */
    private record Said(ContentBudget budget, Array<Instruction> inner) {}

    /** Refuses instructions of the smart account program that it accepts but that cannot be shown to voters. */
    private Array<BuildRefusal> unreadable(Array<Instruction> instructions) {
        return instructions.zipWithIndex()
                .flatMap(numbered -> program.unreadable(numbered._1)
                        .map(why -> new BuildRefusal.InstructionUnreadable(numbered._2, why)));
    }

    private Either<BuildRefusal, Said> divided(Message message) {
        Array<Instruction> instructions = Array.ofAll(message.instructions());
        Option<BuildRefusal> nonce = nonceInside(instructions);
        if (nonce.isDefined()) {
            return Either.left(nonce.get());
        }
        return budget(message).map(asked -> new Said(asked, instructions.reject(format::isComputeBudget)));
    }

    /** Compute budget instructions have no effect in version 1. */
    private Either<BuildRefusal, ContentBudget> budget(Message message) {
        return switch (message.version()) {
            case V1 -> Either.right(new ContentBudget(
                    Option.none(), message.config().priorityFeeLamports().map(BaseUnits::ofUnsignedBits)));
            case LEGACY, V0 -> format.readComputeBudget(message.instructions().filter(format::isComputeBudget))
                    .bimap(BuildRefusal.BadTransaction::new, asked -> new ContentBudget(
                            asked.heapBytes(), asked.unitPrice().map(price -> priorityFee(asked, message))));
        };
    }

    private BaseUnits priorityFee(ComputeBudget asked, Message message) {
        long usual = format.usualUnits(message.instructions());
        return asked.orElse(new ComputeBudget(Option.some(usual), Option.none(), Option.none(), Option.none())).priorityFee();
    }

    private Either<BuildRefusal, Content> content(
            LoadedAccount loaded, Message message, Array<LookupTable> tables) {
        return said(message)
                .flatMap(said -> requireDoable(loaded, said.inner)
                        .flatMap(doable -> program.store(loaded.ref(), FIRST_VAULT, said.inner, tables)
                                .<BuildRefusal>toEither(() -> new BuildRefusal.NotCompilable(
                                        "more keys or instructions than a stored transaction counts"))
                                .map(stored -> new Content(
                                        stored,
                                        said.budget,
                                        used(stored, tables),
                                        message.version()))));
    }

    /** Refuses an advanced nonce. As the first instruction it sets the lifetime of the given transaction; nobody expects it to be dropped. */
    private Option<BuildRefusal> nonceInside(Array<Instruction> instructions) {
        return instructions
                .zipWithIndex()
                .flatMap(one -> format.advancedNonce(one._1)
                        .map(nonce -> (BuildRefusal) new BuildRefusal.NonceInside(one._2, nonce)))
                .headOption();
    }

    private Either<BuildRefusal, Array<Instruction>> requireDoable(
            LoadedAccount loaded, Array<Instruction> instructions) {
        if (instructions.isEmpty()) {
            return Either.left(new BuildRefusal.NothingToPrepare());
        }
        Address account = loaded.ref().address();
        Array<AccountMeta> named = instructions.flatMap(Instruction::accounts);
        Array<Address> signers = named.filter(AccountMeta::signer).map(AccountMeta::address);
        Address proposal = program.proposalAddress(loaded.ref(), loaded.settings().transactionIndex() + 1);
        Array<BuildRefusal> undoable = signers.filter(signer -> !signer.equals(account) && !format.canSign(signer))
                .distinct()
                .<BuildRefusal>map(BuildRefusal.KeylessInside::new)
                .prependAll(Option.when(
                        !signers.contains(account), () -> new BuildRefusal.AccountDoesNotSign(account)))
                .appendAll(Option.when(
                        named.contains(AccountMeta.writable(proposal)),
                        () -> new BuildRefusal.WritesOwnProposal(proposal)));
        return BuildRefusal.unless(undoable).flatMap(doable -> nestedChanges.requireLawful(loaded, instructions));
    }

    /** The lookup tables that the stored form still uses. */
    private Array<LookupTable> used(TransactionContent.VaultInstructions stored, Array<LookupTable> tables) {
        return program.tablesOf(stored)
                .map(addresses -> tables.filter(table -> addresses.contains(table.table())))
                .getOrElse(tables);
    }
}
