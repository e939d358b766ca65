package dev.mandate.engine.build;

import dev.mandate.domain.chain.Instruction;
import dev.mandate.engine.plan.Assembler;
import dev.mandate.engine.plan.Draft;
import dev.mandate.engine.policy.PolicyCheck;
import dev.mandate.engine.query.AccountDirectory;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.query.EngineParts;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.chain.ChainFault;
import dev.mandate.ports.chain.LatestBlockhash;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.ports.program.SmartAccountProgram;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Supplier;

/** Builds a request with the builder for its type. */
public final class TransactionBuilder {

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

    public TransactionBuilder(EngineParts parts, ChainReader reader, AccountDirectory directory) {
        this.chain = parts.chain();
        this.program = parts.program();
        this.assembler = new Assembler(parts, reader, directory);
        VotePath votePath = new VotePath(parts, assembler);
        this.creation = new CreationBuilder(parts, reader, assembler);
        this.settings = new SettingsBuilder(parts, reader, assembler, votePath);
        this.limits = new LimitBuilder(parts, reader, votePath, settings);
        this.spending = new SpendBuilder(parts, reader, assembler);
        this.preparation = new PrepareBuilder(reader, new PreparedContent(parts, reader), settings, votePath, assembler);
        this.payments = new TransferBuilder(parts, reader, spending, preparation);
        this.lifeCycle = new LifeCycleBuilder(parts, reader, assembler);
        this.nonces = new NonceBuilder(parts, reader, assembler);
    }

    /** The plan, or why there is none; {@code policies} may veto it. A refusal for size says how many entries of a list would fit. */
    public Either<BuildRefusal, TransactionPlan> build(BuildRequest request, PolicyCheck policies) {
        Supplier<Either<ChainFault, LatestBlockhash>> blockhash = chain.begin(chain::latestBlockhash);
        return draft(request)
                .flatMap(draft -> policies.require(draft.account(), instructions(draft)).map(allowed -> draft))
                .flatMap(draft -> assembler.assemble(request, draft, blockhash))
                .mapLeft(why -> new ListSizes(this::refusal).explain(request, why));
    }

    private Array<Instruction> instructions(Draft draft) {
        return draft.additions()
                .leading()
                .appendAll(draft.simulation().operations().map(operation -> program.encode(draft.account(), operation)));
    }

    private Option<BuildRefusal> refusal(BuildRequest request) {
        Supplier<Either<ChainFault, LatestBlockhash>> blockhash = chain.begin(chain::latestBlockhash);
        return draft(request).fold(Option::some, draft -> assembler.misfit(draft, blockhash));
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
