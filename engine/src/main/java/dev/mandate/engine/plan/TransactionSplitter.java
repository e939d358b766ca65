package dev.mandate.engine.plan;

import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.transaction.TransactionContent.VaultInstructions;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.ports.spi.chain.LatestBlockhash;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.spi.program.LookupTableFormat;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Splits a draft that does not fit into one transaction, in the order of landing: content through a buffer, the proposal, votes, a lookup
 * table for the execution, the execution, and the return of rent. Each transaction has as many votes as fit. A change that must happen
 * at once, such as one by the admin, is not split.
 */
final class TransactionSplitter {

    /** A placeholder blockhash, for transactions that only measure size. */
    private static final TransactionLifetime.Recent ANY = new TransactionLifetime.Recent(
            new LatestBlockhash(new Blockhash(Bytes32.ZERO), 0, 0, 0));

    private final SmartAccountProgram program;
    private final LookupTableFormat tables;
    private final BufferUpload gathering;

    TransactionSplitter(EngineParts parts, ChainReader reader) {
        this.program = parts.program();
        this.tables = parts.format().lookupTables();
        this.gathering = new BufferUpload(parts.program(), reader);
    }

    /** The stage of the plan to which an operation belongs. */
    private enum Part {
        PROPOSAL,
        VOTES,
        EXECUTION,
        /** It is never split. */
        UNDIVIDED
    }

    /**
     * The transactions of {@code draft}.
     *
     * @param items all operations of the draft
     * @param tooMuch why they do not fit into one transaction
     */
    Either<BuildRefusal, Array<PlannedTransaction>> transactions(
            Draft draft, Array<CompiledOperation> items, Compilation compilation, BuildRefusal tooMuch) {
        if (items.exists(item -> part(item) == Part.UNDIVIDED)) {
            return Either.left(tooMuch);
        }
        return switch (compilation.lifetime()) {
            case TransactionLifetime.Durable durable ->
                divided(draft, items, compilation.livingBy(ANY), ANY)
                        .flatMap(transactions -> Either.left(new BuildRefusal.NonceCarriesOne(durable.nonce().account())));
            case TransactionLifetime.Recent recent -> divided(draft, items, compilation, recent);
        };
    }

    private Either<BuildRefusal, Array<PlannedTransaction>> divided(
            Draft draft, Array<CompiledOperation> items, Compilation compilation, TransactionLifetime.Recent recent) {
        return requireExecutable(draft, items, compilation)
                .flatMap(able -> ballot(draft, of(items, Part.PROPOSAL), of(items, Part.VOTES), compilation))
                .flatMap(voted -> execution(draft, of(items, Part.EXECUTION), compilation, recent)
                        .map(voted::appendAll));
    }

    /** The draft; refused if {@code items} propose content, without executing it, that could never be executed. */
    Either<BuildRefusal, Draft> requireExecutable(Draft draft, Array<CompiledOperation> items, Compilation compilation) {
        return of(items, Part.EXECUTION).isEmpty()
                ? items.flatMap(TransactionSplitter::proposed)
                        .flatMap(proposed -> unexecutable(draft, proposed, compilation))
                        .headOption()
                        .<Either<BuildRefusal, Draft>>map(Either::left)
                        .getOrElse(() -> Either.right(draft))
                : Either.right(draft);
    }

    /** Vault instructions that are proposed. */
    private record Proposed(Operation.CreateTransaction operation, VaultInstructions content) {}

    private static Option<Proposed> proposed(CompiledOperation item) {
        return item.operation() instanceof Operation.CreateTransaction create
                ? create.content().vaultInstructions().map(content -> new Proposed(create, content))
                : Option.none();
    }

    /** Why the content cannot be executed, even in the best case: the executing signer pays, and tables hold every account that does not sign. */
    private Option<BuildRefusal> unexecutable(Draft draft, Proposed proposed, Compilation compilation) {
        Array<LookupTable> used = draft.additions().tables();
        Operation execution = new Operation.ExecuteInstructions(
                draft.payer(), proposed.operation().index(), proposed.content(), used);
        PlannedTransaction planned = new PlannedTransaction(
                Step.Kind.EXECUTE, Array.of(program.encode(draft.account(), execution)), used, Array.empty());
        return LookupTablePlan.refusalAtBest(compilation, planned);
    }

    /**
     * Proposal and votes. As many votes as fit are in the transaction that contains the content: their signers see what they vote for. All
     * other votes name their content in a memo; with a buffer these are all votes.
     */
    private Either<BuildRefusal, Array<PlannedTransaction>> ballot(
            Draft draft, Array<CompiledOperation> proposal, Array<CompiledOperation> votes, Compilation compilation) {
        if (proposal.isEmpty()) {
            return votes(draft, votes, compilation);
        }
        PlannedTransaction plain = PlannedTransaction.of(Step.Kind.PROPOSE, proposal, Array.empty());
        Either<BuildRefusal, UnsignedTransaction> compiled = compilation.compile(plain);
        Option<Proposed> large = proposal.flatMap(TransactionSplitter::proposed).headOption();
        if (compiled.isLeft() && Compilation.isTooMuch(compiled.getLeft()) && large.isDefined()) {
            return gathering
                    .transactions(draft, large.get().operation(), large.get().content(), proposal, compilation)
                    .flatMap(gathered -> votes(draft, votes, compilation).map(gathered::appendAll));
        }
        int together = votes.isEmpty() || compiled.isLeft()
                ? 0
                : compilation.mostThatFit(votes.length(), count -> proposing(proposal, votes.take(count)));
        return compiled.flatMap(unsigned -> votes(draft, votes.drop(together), compilation))
                .map(apart -> apart.prepend(proposing(proposal, votes.take(together))));
    }

    private static PlannedTransaction proposing(Array<CompiledOperation> proposal, Array<CompiledOperation> votes) {
        return PlannedTransaction.of(Step.Kind.PROPOSE, proposal.appendAll(votes), Array.empty());
    }

    private CompiledOperation saying(Draft draft, CompiledOperation vote) {
        return vote.operation() instanceof Operation.CastVote cast
                ? vote.as(
                        program,
                        draft,
                        new Operation.CastVote(
                                cast.by(),
                                cast.index(),
                                cast.vote(),
                                Option.some(program.votePurpose(draft.simulation().after(), cast.index())
                                        .toMemo(draft.options().memo())),
                                cast.alsoSigning()))
                : vote;
    }

    /** Votes in other transactions than the proposal. The first vote of each transaction names the content in its memo. */
    private Either<BuildRefusal, Array<PlannedTransaction>> votes(Draft draft, Array<CompiledOperation> items, Compilation compilation) {
        Array<PlannedTransaction> transactions = Array.empty();
        Array<CompiledOperation> left = items;
        while (!left.isEmpty()) {
            Array<CompiledOperation> these = left.update(0, vote -> saying(draft, vote));
            int most = compilation.mostThatFit(these.length(), count -> voting(these.take(count)));
            if (most == 0) {
                return compilation.compile(voting(these.take(1))).map(unsigned -> Array.empty());
            }
            transactions = transactions.append(voting(these.take(most)));
            left = these.drop(most);
        }
        return Either.right(transactions);
    }

    private static PlannedTransaction voting(Array<CompiledOperation> votes) {
        Operation first = votes.head().operation();
        Step.Kind kind = first instanceof Operation.CastVote cast && cast.vote() != Vote.APPROVE
                ? cast.vote() == Vote.REJECT ? Step.Kind.REJECT : Step.Kind.CANCEL
                : Step.Kind.APPROVE;
        return PlannedTransaction.of(kind, votes, Array.empty());
    }

    private Either<BuildRefusal, Array<PlannedTransaction>> execution(
            Draft draft, Array<CompiledOperation> items, Compilation compilation, TransactionLifetime.Recent recent) {
        if (items.isEmpty()) {
            return Either.right(Array.empty());
        }
        Operation operation = items.head().operation();
        PlannedTransaction plain = PlannedTransaction.of(Step.Kind.EXECUTE, items, draft.additions().tables());
        Either<BuildRefusal, UnsignedTransaction> compiled = compilation.compile(plain);
        if (compiled.isRight()) {
            return Either.right(Array.of(plain).appendAll(closing(draft, operation, Option.none())));
        }
        Option<BuildRefusal> never = Compilation.isTooMuch(compiled.getLeft())
                ? LookupTablePlan.refusalAtBest(compilation, plain)
                : Option.some(compiled.getLeft());
        if (never.isDefined()) {
            return Either.left(never.get());
        }
        LookupTablePlan route = new LookupTablePlan(tables, compilation, compilation, recent.latest().slot());
        return Either.right(throughTable(plain, compilation, route, recent)
                .appendAll(closing(draft, operation, Option.some(route.retirement()))));
    }

    /** With room for limits in the execution, unless that takes more transactions. */
    private Array<PlannedTransaction> throughTable(
            PlannedTransaction plain, Compilation compilation, LookupTablePlan route, TransactionLifetime.Recent recent) {
        Array<PlannedTransaction> transactions = route.transactions(plain);
        Compilation limited = compilation.budgeting(compilation.computeBudget().orElse(ResourceLimits.MOST_FOR_EXECUTION));
        if (LookupTablePlan.refusalAtBest(limited, plain).isDefined()) {
            return transactions;
        }
        Array<PlannedTransaction> roomy = new LookupTablePlan(tables, compilation, limited, recent.latest().slot()).transactions(plain);
        return roomy.length() > transactions.length() ? transactions : roomy;
    }

    /** Returns the transaction's rent, if there is a rent collector, and deactivates the lookup table. */
    private Option<PlannedTransaction> closing(Draft draft, Operation execution, Option<Instruction> retirement) {
        Array<Instruction> closing = Array.ofAll(close(draft, execution)).appendAll(retirement);
        return Option.when(
                !closing.isEmpty(), () -> new PlannedTransaction(Step.Kind.CLOSE, closing, Array.empty(), Array.empty()));
    }

    private Option<Instruction> close(Draft draft, Operation execution) {
        RuleSimulation executed = draft.simulation();
        return executed.after()
                .settings()
                .rentCollector()
                .flatMap(collector -> execution instanceof Operation.ExecuteChange change
                        ? Option.<Operation>some(new Operation.Close(change.index(), collector, change.change()))
                        : execution instanceof Operation.ExecuteInstructions instructions
                                ? Option.some(new Operation.Close(
                                        instructions.index(), collector, instructions.instructions()))
                                : Option.none())
                .flatMap(close -> executed.then(close, draft.read().chainTime()).toOption().map(closed -> close))
                .map(close -> program.encode(draft.account(), close));
    }

    private static Array<CompiledOperation> of(Array<CompiledOperation> items, Part part) {
        return items.filter(item -> part(item) == part);
    }

    private static Part part(CompiledOperation item) {
        return switch (item.operation()) {
            case Operation.CreateTransaction create -> Part.PROPOSAL;
            case Operation.CreateProposal create -> Part.PROPOSAL;
            case Operation.CastVote vote -> Part.VOTES;
            case Operation.ExecuteChange execute -> Part.EXECUTION;
            case Operation.ExecuteInstructions execute -> Part.EXECUTION;
            case Operation.CreateAccount create -> Part.UNDIVIDED;
            case Operation.ActivateProposal activate -> Part.UNDIVIDED;
            case Operation.Close close -> Part.UNDIVIDED;
            case Operation.ChangeAsAdmin change -> Part.UNDIVIDED;
            case Operation.HandOver handOver -> Part.UNDIVIDED;
            case Operation.Spend spend -> Part.UNDIVIDED;
        };
    }
}
