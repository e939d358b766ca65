package dev.mandate.engine.build;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.smartaccount.GrantedPowers;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.engine.content.ContentReader;
import dev.mandate.engine.content.ContentTree;
import dev.mandate.engine.content.VoteCheck;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.query.EngineParts;
import dev.mandate.engine.query.LoadedAccount;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.program.ComputeBudget;
import dev.mandate.ports.program.GiveawayWarning;
import dev.mandate.ports.program.ParsedTransaction;
import dev.mandate.ports.program.SmartAccountProgram;
import dev.mandate.ports.program.TransactionFormat;
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
    private final ContentReader contents;
    private final VoteCheck voteCheck;

    PreparedContent(EngineParts parts, ChainReader reader) {
        this.program = parts.program();
        this.format = parts.format();
        this.reader = reader;
        this.nestedChanges = new NestedChanges(parts, reader);
        this.contents = new ContentReader(parts.chain(), program, format);
        this.voteCheck = new VoteCheck(program);
    }

    /**
     * The content that was read.
     *
     * @param computeBudget what the outer transaction asks for
     * @param tables the lookup tables that the instructions use
     * @param appointments roles that the instructions grant, in this account or in another one whose admin it is
     * @param warnings what the instructions would give away
     */
    record Content(
            TransactionContent.VaultInstructions instructions,
            ComputeBudget computeBudget,
            Array<LookupTable> tables,
            GrantedPowers appointments,
            Array<GiveawayWarning> warnings) {}

    Either<BuildRefusal, Content> read(LoadedAccount loaded, Bytes transaction) {
        return format.parse(transaction)
                .<BuildRefusal>mapLeft(refusal -> new BuildRefusal.BadTransaction(refusal.detail()))
                .flatMap(PreparedContent::requireShort)
                .flatMap(parsed -> reader.usableTables(parsed.tables())
                        .flatMap(tables -> format.resolve(parsed, tables)
                                .<BuildRefusal>mapLeft(refusal -> new BuildRefusal.BadTransaction(refusal.detail()))
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
     * @param budget what the compute budget instructions ask for; it belongs to the outer transaction
     * @param inner all other instructions
     */
    private record Said(ComputeBudget budget, Array<Instruction> inner) {}

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
        // They have no effect in version 1, and its config is about these instructions alone.
        Array<Instruction> budget = message.version() == MessageVersion.V1
                ? Array.empty()
                : instructions.filter(format::isComputeBudget);
        return format.readComputeBudget(budget)
                .<BuildRefusal>mapLeft(BuildRefusal.BadTransaction::new)
                .map(asked -> new Said(asked, instructions.reject(format::isComputeBudget)));
    }

    private Either<BuildRefusal, Content> content(
            LoadedAccount loaded, Message message, Array<LookupTable> tables) {
        return said(message)
                .flatMap(said -> requireDoable(loaded, said.inner)
                        .flatMap(this::within)
                        .flatMap(within -> program.store(loaded.ref(), FIRST_VAULT, said.inner, tables)
                                .<BuildRefusal>toEither(() -> new BuildRefusal.NotCompilable(
                                        "more keys or instructions than a stored transaction counts"))
                                .map(stored -> new Content(
                                        stored,
                                        said.budget,
                                        used(stored, tables),
                                        within.appointments(program),
                                        within.warnings(loaded.ref().address(), program, format)))));
    }

    /** The content within the instructions; refused if voters cannot be shown all of it. */
    private Either<BuildRefusal, ContentTree> within(Array<Instruction> instructions) {
        return ChainReader.silentOn(contents.ofVault(instructions))
                .flatMap(tree -> voteCheck.problem(tree)
                        .<Either<BuildRefusal, ContentTree>>map(found ->
                                Either.left(new BuildRefusal.InstructionUnreadable(found._2, found._1.why())))
                        .getOrElse(() -> Either.right(tree)));
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
        return BuildRefusal.unless(undoable).flatMap(doable -> nestedChanges.requireLawful(loaded, instructions, Array.empty()));
    }

    /** The lookup tables that the stored form still uses. */
    private Array<LookupTable> used(TransactionContent.VaultInstructions stored, Array<LookupTable> tables) {
        return program.tablesOf(stored)
                .map(addresses -> tables.filter(table -> addresses.contains(table.table())))
                .getOrElse(tables);
    }
}
