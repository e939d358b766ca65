package dev.mandate.engine.plan;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LatestBlockhash;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.program.DurableNonce;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionFormat;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import io.vavr.Lazy;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.function.Supplier;

/** Turns a draft into one transaction, or several if it does not fit into one: lifetime, bytes and cost. */
public final class Assembler {

    private final SmartAccountProgram program;
    private final TransactionFormat format;
    private final ChainReader reader;
    private final ChangeOrder changeOrder;
    private final TransactionSplitter sequence;
    private final Quotation quotation;
    private final ResourceLimits limits;
    private final PriorityPricing pricing;

    public Assembler(EngineParts parts, ChainReader reader) {
        this.program = parts.program();
        this.format = parts.format();
        this.reader = reader;
        this.changeOrder = new ChangeOrder(parts.program());
        this.sequence = new TransactionSplitter(parts, reader);
        this.quotation = new Quotation(parts.chain());
        this.limits = new ResourceLimits(parts.chain());
        this.pricing = new PriorityPricing(
                parts.chain(), parts.settings().priorityFeePercentile(), parts.settings().maxPriorityFee());
    }

    /**
     * The fee payer: the one in the options, or else the first of {@code signers}. Refused if it is a smart account or another derived
     * address. Whether that is registered here makes no difference, so the answer reveals nothing about other tenants.
     */
    public Either<BuildRefusal, Address> payer(BuildOptions options, Array<Address> signers) {
        return options.feePayer()
                .<Either<BuildRefusal, Address>>map(named -> able(named, BuildRefusal.PayerCannotSign::new))
                .orElse(() -> signers.headOption().map(first -> able(first, BuildRefusal.NoKeyFor::new)))
                .getOrElse(() -> Either.left(new BuildRefusal.NobodyPays()));
    }

    private Either<BuildRefusal, Address> able(Address payer, Function<Address, BuildRefusal> otherwise) {
        return format.canSign(payer) ? Either.right(payer) : Either.left(otherwise.apply(payer));
    }

    /**
     * What a review judges.
     *
     * @param instructions of all steps together, as if they were one transaction
     * @param signers of all steps
     * @param priorityFee the highest of a step, or what the caller's own transaction pays if that is more, in lamports
     */
    public record Unreviewed(Array<Instruction> instructions, Array<Address> signers, BaseUnits priorityFee) {}

    /** A plan that was not reviewed yet. */
    public record Assembled(TransactionPlan plan, Unreviewed unreviewed) {}

    /**
     * The plan of a draft.
     *
     * @param blockhash a fresh one, asked for if the transaction lives by it
     */
    public Either<BuildRefusal, Assembled> assemble(
            BuildRequest request, Draft draft, Supplier<Either<ChainFault, LatestBlockhash>> blockhash) {
        return planned(draft, blockhash).flatMap(planned -> {
            Supplier<PriorityPricing.Price> price = pricing.price(planned.compilation, planned.transactions, planned.priorityFee);
            return quotation.begin(planned.compilation, planned.transactions).flatMap(base -> limits
                    .simulated(planned.compilation, planned.transactions.head())
                    .flatMap(first -> compiled(planned, first.compilation(), price.get())
                            .flatMap(transactions -> quotation.quote(draft, transactions, base)
                                    .map(fees -> assembled(draft, planned.compilation, transactions, new TransactionPlan(
                                            request,
                                            transactions.zipWith(fees, (transaction, fee) ->
                                                    new Step(transaction.planned().kind(), transaction.unsigned(), fee)),
                                            draft.account(),
                                            draft.phase(),
                                            draft.subject().index(),
                                            draft.subject().limit(),
                                            outsideSigners(draft),
                                            Array.empty(),
                                            Lazy.of(Array::empty),
                                            first.simulation()))))));
        });
    }

    private Assembled assembled(
            Draft draft, Compilation compilation, Array<CompiledTransaction> transactions, TransactionPlan plan) {
        return new Assembled(plan, unreviewed(draft, compilation, transactions));
    }

    /** As {@link #assemble}, without limits, price and fees: the chain is not asked for them. */
    public Either<BuildRefusal, Unreviewed> unpriced(Draft draft, Supplier<Either<ChainFault, LatestBlockhash>> blockhash) {
        return planned(draft, blockhash).flatMap(planned -> Either.sequenceRight(
                        planned.transactions.map(transaction -> compiled(transaction, planned.compilation)))
                .map(transactions -> unreviewed(draft, planned.compilation, transactions.toArray())));
    }

    private Unreviewed unreviewed(Draft draft, Compilation compilation, Array<CompiledTransaction> transactions) {
        return new Unreviewed(
                compilation.lifetime().advance().toArray()
                        .appendAll(draft.additions().leading())
                        .appendAll(draft.simulation().operations().map(operation -> program.encode(draft.account(), operation))),
                transactions.flatMap(one -> one.unsigned().signers()).distinct(),
                transactions.map(one -> format.priorityFee(one.compilation().message(one.planned())))
                        .appendAll(wished(draft))
                        .max()
                        .get());
    }

    /** Nothing, or why {@code draft} fits into no transactions. */
    public Option<BuildRefusal> misfit(Draft draft, Supplier<Either<ChainFault, LatestBlockhash>> blockhash) {
        return planned(draft, blockhash).swap().toOption();
    }

    /**
     * The transactions of a draft.
     *
     * @param compilation asks for what the caller asks for, for each of them
     * @param priorityFee what all together pay; none if the caller does not say
     */
    private record Planned(Compilation compilation, Array<PlannedTransaction> transactions, Option<BaseUnits> priorityFee) {}

    private static Option<BaseUnits> wished(Draft draft) {
        return draft.options().computeBudget().isDefined() ? Option.none() : draft.additions().budget().priorityFee();
    }

    private Either<BuildRefusal, Planned> planned(Draft draft, Supplier<Either<ChainFault, LatestBlockhash>> blockhash) {
        return changeOrder
                .requireDoable(draft)
                .flatMap(doable -> lifetime(draft, blockhash))
                .map(lifetime -> new Compilation(
                        format,
                        draft.payer(),
                        lifetime,
                        draft.options().version(),
                        draft.options().computeBudget().getOrElse(draft.additions().budget()::ofEach)))
                .flatMap(compilation -> transactions(draft, compilation)
                        .map(transactions -> new Planned(compilation, transactions, wished(draft))));
    }

    /** @param first compiles the first transaction */
    private Either<BuildRefusal, Array<CompiledTransaction>> compiled(
            Planned planned, Compilation first, PriorityPricing.Price price) {
        Array<PriorityPricing.Limited> limited = planned.transactions.zipWithIndex((transaction, index) -> new PriorityPricing.Limited(
                index == 0 ? first : limits.unsimulated(planned.compilation, transaction), transaction));
        return Either.sequenceRight(limited.zipWith(
                        pricing.priced(limited, price), (one, priced) -> compiled(one.planned(), priced)))
                .map(Seq::toArray);
    }

    private Either<BuildRefusal, CompiledTransaction> compiled(PlannedTransaction transaction, Compilation compilation) {
        return compilation
                .compile(transaction)
                .flatMap(this::requireKeys)
                .map(unsigned -> new CompiledTransaction(transaction, compilation, unsigned));
    }

    private static Array<TransactionContent> content(Draft draft, long index) {
        return draft.simulation()
                .after()
                .transactions()
                .get(index)
                .flatMap(ManagedTransaction::content)
                .toArray();
    }

    private Either<BuildRefusal, Array<PlannedTransaction>> transactions(Draft draft, Compilation compilation) {
        Array<CompiledOperation> items = CompiledOperation.of(program, draft);
        PlannedTransaction whole = whole(draft, items);
        Either<BuildRefusal, UnsignedTransaction> compiled = compilation.compile(whole);
        return compiled.isLeft() && Compilation.isTooMuch(compiled.getLeft())
                ? sequence.transactions(draft, items, compilation, compiled.getLeft())
                : compiled.flatMap(unsigned -> sequence.requireExecutable(draft, items, compilation))
                        .map(executable -> Array.of(whole));
    }

    private static PlannedTransaction whole(Draft draft, Array<CompiledOperation> items) {
        Draft.Additions additions = draft.additions();
        return new PlannedTransaction(
                Step.Kind.ALL,
                additions.leading().appendAll(items.map(CompiledOperation::instruction)),
                additions.tables(),
                additions.room()
                        .map(room -> new PaidStorage(room, draft.payer(), Option.none()))
                        .appendAll(items.flatMap(CompiledOperation::room)));
    }

    private Either<BuildRefusal, UnsignedTransaction> requireKeys(UnsignedTransaction unsigned) {
        return unsigned.signers()
                .find(signer -> !format.canSign(signer))
                .<Either<BuildRefusal, UnsignedTransaction>>map(
                        keyless -> Either.left(new BuildRefusal.NoKeyFor(keyless)))
                .getOrElse(() -> Either.right(unsigned));
    }

    private Array<Address> outsideSigners(Draft draft) {
        return draft.simulation()
                .operations()
                .flatMap(operation -> switch (operation) {
                    case Operation.CreateTransaction(
                                    var by, var payer, long index, TransactionContent.VaultInstructions content, var memo) ->
                        program.outsideSigners(draft.account(), content);
                    case Operation.ExecuteInstructions execute ->
                        program.outsideSigners(draft.account(), execute.instructions());
                    case Operation.CreateTransaction create -> Array.<Address>empty();
                    case Operation.CreateAccount create -> Array.<Address>empty();
                    case Operation.CreateProposal create -> Array.<Address>empty();
                    case Operation.ActivateProposal activate -> Array.<Address>empty();
                    case Operation.CastVote vote ->
                        vote.vote() == Vote.APPROVE ? outsideSigners(draft, vote.index()) : Array.<Address>empty();
                    case Operation.ExecuteChange execute -> Array.<Address>empty();
                    case Operation.Close close -> Array.<Address>empty();
                    case Operation.ChangeAsAdmin change -> Array.<Address>empty();
                    case Operation.HandOver handOver -> Array.<Address>empty();
                    case Operation.Spend spend -> Array.<Address>empty();
                })
                .distinct();
    }

    /** The addresses that must sign the execution of the content voted on. */
    private Array<Address> outsideSigners(Draft draft, long index) {
        return content(draft, index)
                .flatMap(TransactionContent::vaultInstructions)
                .flatMap(instructions -> program.outsideSigners(draft.account(), instructions));
    }

    private Either<BuildRefusal, TransactionLifetime> lifetime(
            Draft draft, Supplier<Either<ChainFault, LatestBlockhash>> blockhash) {
        return draft.options()
                .nonceAccount()
                .map(this::nonce)
                .getOrElse(() -> ChainReader.silentOn(blockhash.get()).map(TransactionLifetime.Recent::new));
    }

    private Either<BuildRefusal, TransactionLifetime> nonce(Address nonce) {
        return reader.one(format.nonceQuery(nonce))
                .flatMap(data -> ChainReader.expected(nonce, format.readNonce(nonce, data)))
                .map(this::durable);
    }

    private TransactionLifetime durable(DurableNonce nonce) {
        return new TransactionLifetime.Durable(nonce, format.advanceNonce(nonce));
    }
}
