package dev.mandate.engine.build;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.explain.Explanation;
import dev.mandate.engine.content.IndexRace;
import dev.mandate.engine.explain.TransactionExplainer;
import dev.mandate.engine.plan.Assembler;
import dev.mandate.engine.plan.Draft;
import dev.mandate.engine.policy.PolicyCheck;
import dev.mandate.engine.review.Reviewer;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LatestBlockhash;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.ports.spi.program.Operation;
import io.vavr.Lazy;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Supplier;

/** Builds a request with the builder for its type. */
public final class TransactionBuilder {

    private final Network network;
    private final ChainFormats formats;
    private final Chain chain;
    private final SmartAccountProgram program;
    private final Assembler assembler;
    private final CreationBuilder creation;
    private final SettingsBuilder settings;
    private final LimitBuilder limits;
    private final SpendBuilder spending;
    private final PrepareBuilder preparation;
    private final TransferBuilder payments;
    private final LifeCycleBuilder lifeCycle;
    private final NonceBuilder nonces;
    private final ChainReader reader;
    private final IndexRace race;

    public TransactionBuilder(EngineParts parts, ChainReader reader) {
        this.network = parts.network();
        this.formats = parts.formats();
        this.chain = parts.chain();
        this.program = parts.program();
        this.assembler = new Assembler(parts, reader);
        VotePath votePath = new VotePath(parts, assembler);
        this.creation = new CreationBuilder(parts, reader, assembler);
        this.settings = new SettingsBuilder(parts, reader, assembler, votePath);
        this.limits = new LimitBuilder(parts, reader, votePath, settings);
        this.spending = new SpendBuilder(parts, reader, assembler);
        this.preparation = new PrepareBuilder(reader, new RequestedAddresses(parts), new PreparedContent(parts, reader), settings, votePath, assembler);
        this.payments = new TransferBuilder(parts, reader, spending, preparation);
        this.lifeCycle = new LifeCycleBuilder(parts, reader, assembler);
        this.nonces = new NonceBuilder(parts, reader, assembler);
        this.reader = reader;
        this.race = new IndexRace(program);
    }

    /**
     * The plan, or why there is none. A refusal for size says how many entries of a list would fit.
     *
     * @param reviewer judges what was compiled
     * @param policies may veto it
     */
    public Either<BuildRefusal, TransactionPlan> build(BuildRequest request, Reviewer reviewer, PolicyCheck policies) {
        Supplier<Either<ChainFault, LatestBlockhash>> blockhash = chain.begin(chain::latestBlockhash);
        Array<BuildRefusal> nonce = nonceNotAllowed(request, reviewer);
        Either<BuildRefusal, TransactionPlan> planned = draft(request)
                .map(draft -> nonce.isEmpty() ? draft : draft.withoutNonce())
                .flatMap(draft -> assembler.assemble(request, draft, blockhash)
                        .flatMap(assembled -> reviewed(request, draft, assembled.unreviewed(), reviewer, policies)
                                .flatMap(review -> requireIndex(draft, assembled)
                                        .map(plan -> plan.with(review.warnings(), Lazy.of(() -> explained(plan, draft, review)))))))
                .mapLeft(why -> new ListSizes(this::refusal).explain(request, why));
        return nonce.isEmpty() ? planned : Either.left(BuildRefusal.of(nonce.appendAll(planned.swap())));
    }

    private Array<Option<Explanation>> explained(TransactionPlan plan, Draft draft, Reviewer.Result review) {
        Map<Address, AccountData> read = draft.read().owned().merge(review.content().read());
        TransactionExplainer explainer = TransactionExplainer.of(network, formats, read, draft.additions().tables(), draft.read().slot());
        return plan.steps().map(step -> explainer.explain(step.unsigned().transaction()).toOption());
    }

    /** Why {@link #build} would refuse a request, as far as that does not depend on limits, price and fees. Nothing of it is recorded. */
    public Option<BuildRefusal> refusal(BuildRequest request, Reviewer reviewer, PolicyCheck policies) {
        Supplier<Either<ChainFault, LatestBlockhash>> blockhash = chain.begin(chain::latestBlockhash);
        Array<BuildRefusal> nonce = nonceNotAllowed(request, reviewer);
        Either<BuildRefusal, Reviewer.Result> reviewed = draft(request)
                .map(draft -> nonce.isEmpty() ? draft : draft.withoutNonce())
                .flatMap(draft -> assembler.unpriced(draft, blockhash)
                        .flatMap(unreviewed -> reviewed(request, draft, unreviewed, reviewer, policies)))
                .mapLeft(why -> new ListSizes(this::refusal).explain(request, why));
        Array<BuildRefusal> refused = nonce.appendAll(reviewed.swap());
        return Option.when(!refused.isEmpty(), () -> BuildRefusal.of(refused));
    }

    /** A durable nonce that is not allowed is not read. What else speaks against the transaction is found without it. */
    private Array<BuildRefusal> nonceNotAllowed(BuildRequest request, Reviewer reviewer) {
        Address account = switch (request) {
            case BuildRequest.OnAccount on -> on.account();
            case BuildRequest.CreateAccount create -> program.locate(create.createKey()).address();
        };
        return request.options()
                .nonceAccount()
                .flatMap(nonce -> reviewer.nonce(account, nonce))
                .<BuildRefusal>map(BuildRefusal.Reviewed::new)
                .toArray();
    }

    private Either<BuildRefusal, Reviewer.Result> reviewed(
            BuildRequest request, Draft draft, Assembler.Unreviewed unreviewed, Reviewer reviewer, PolicyCheck policies) {
        Option<Settings> before = Option.when(!(request instanceof BuildRequest.CreateAccount), draft::settings);
        return reviewer.review(
                        new Reviewer.Subject(
                                draft.account(),
                                unreviewed.instructions(),
                                unreviewed.signers(),
                                unreviewed.priorityFee(),
                                () -> Either.right(before),
                                draft.read().accounts()),
                        request.options().acknowledged())
                .flatMap(result -> BuildRefusal.unless(result.findings().map(BuildRefusal.Reviewed::new))
                        .flatMap(fine -> policies.require(draft.account(), result.content()))
                        .map(allowed -> result));
    }

    /** Refused if another transaction has taken the index since the account was read. */
    private Either<BuildRefusal, TransactionPlan> requireIndex(Draft draft, Assembler.Assembled assembled) {
        TransactionPlan plan = assembled.plan();
        return plan.simulation()
                .toOption()
                .flatMap(Simulation::failure)
                .flatMap(failure -> race.lost(failure, draft.account(), assembled.unreviewed().instructions(), () -> reader.load(
                                draft.account().address(), Array.empty(), Array.empty())
                        .toOption()
                        .map(loaded -> loaded.settings().transactionIndex())))
                .<BuildRefusal>map(BuildRefusal.Reviewed::new)
                .toEither(plan)
                .swap();
    }

    private Option<BuildRefusal> refusal(BuildRequest request) {
        Supplier<Either<ChainFault, LatestBlockhash>> blockhash = chain.begin(chain::latestBlockhash);
        return draft(request).fold(Option::some, draft -> assembler.misfit(draft, blockhash));
    }

    /** The commands that the transactions of {@code request} give to the account, in order. */
    public Either<BuildRefusal, Array<Command>> commands(BuildRequest request) {
        return draft(request).map(draft -> draft.simulation().operations().map(Operation::command));
    }

    private Either<BuildRefusal, Draft> draft(BuildRequest request) {
        return switch (request) {
            case BuildRequest.CreateAccount create -> creation.draft(create);
            case BuildRequest.ChangeSettings change -> settings.draft(change);
            case BuildRequest.HandOverAdmin handOver -> settings.draft(handOver);
            case BuildRequest.AddPolicySigner add -> Either.left(new BuildRefusal.NoVault());
            case BuildRequest.RemovePolicySigner remove -> Either.left(new BuildRefusal.NoVault());
            case BuildRequest.AddLimit add -> limits.draft(add);
            case BuildRequest.RemoveLimit remove -> limits.draft(remove);
            case BuildRequest.ReplaceLimit replace -> limits.draft(replace);
            case BuildRequest.UseLimit use -> spending.draft(use);
            case BuildRequest.Prepare prepare -> preparation.draft(prepare);
            case BuildRequest.Transfer transfer -> payments.draft(transfer);
            case BuildRequest.Propose propose -> preparation.draft(propose);
            case BuildRequest.CreateNonceAccount create -> nonces.draft(create);
            case BuildRequest.Activate activate -> lifeCycle.draft(activate);
            case BuildRequest.CastVotes votes -> lifeCycle.draft(votes);
            case BuildRequest.Execute execute -> lifeCycle.draft(execute);
            case BuildRequest.Close close -> lifeCycle.draft(close);
        };
    }
}
