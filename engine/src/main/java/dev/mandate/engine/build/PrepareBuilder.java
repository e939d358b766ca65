package dev.mandate.engine.build;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.engine.plan.Assembler;
import dev.mandate.engine.plan.ContentBudget;
import dev.mandate.engine.plan.Draft;
import dev.mandate.engine.plan.RuleSimulation;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.query.LoadedAccount;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.program.Operation;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/** Builds a proposal, either with its votes and execution in one transaction or alone. */
final class PrepareBuilder {

    private final ChainReader reader;
    private final RequestedAddresses requested;
    private final PreparedContent prepared;
    private final SettingsBuilder settings;
    private final VotePath votePath;
    private final Assembler assembler;

    PrepareBuilder(
            ChainReader reader,
            RequestedAddresses requested,
            PreparedContent prepared,
            SettingsBuilder settings,
            VotePath votePath,
            Assembler assembler) {
        this.reader = reader;
        this.requested = requested;
        this.prepared = prepared;
        this.settings = settings;
        this.votePath = votePath;
        this.assembler = assembler;
    }

    Either<BuildRefusal, Draft> draft(BuildRequest.Prepare request) {
        return draft(request, requested.of(request));
    }

    /** @param beside accounts to read together with the smart account */
    Either<BuildRefusal, Draft> draft(BuildRequest.Prepare request, Seq<AccountQuery> beside) {
        return reader.load(request.account(), Array.empty(), Array.empty(), beside)
                .flatMap(loaded -> draft(loaded, request));
    }

    private Either<BuildRefusal, Draft> draft(LoadedAccount loaded, BuildRequest.Prepare request) {
        return prepared.read(loaded, request.transaction())
                .flatMap(content -> votePath.draft(
                                loaded, content.instructions(), request.signers(), content.tables(), content.options(request.options()))
                        .map(draft -> draft.with(draft.additions().with(content.budget()))));
    }

    Either<BuildRefusal, Draft> draft(BuildRequest.Propose request) {
        return reader.load(request.account(), Array.empty(), Array.empty(), requested.of(request))
                .flatMap(loaded -> subject(loaded, request.content(), request.options())
                        .flatMap(subject -> propose(subject, request.proposer(), subject.options())));
    }

    /** The proposed content, with the account loaded for it. */
    private record Subject(
            LoadedAccount loaded,
            TransactionContent content,
            ContentBudget budget,
            Array<LookupTable> tables,
            BuildOptions options) {}

    private Either<BuildRefusal, Subject> subject(
            LoadedAccount loaded, Proposable proposable, BuildOptions options) {
        return switch (proposable) {
            case Proposable.Transaction(var transaction) ->
                prepared.read(loaded, transaction)
                        .map(content -> new Subject(
                                loaded,
                                content.instructions(),
                                content.budget(),
                                content.tables(),
                                content.options(options)));
            case Proposable.Settings(var edits, var leaversLimits) ->
                settings.content(loaded, edits, leaversLimits)
                        .map(voted -> new Subject(
                                voted.loaded(),
                                voted.change(),
                                ContentBudget.NONE,
                                Array.empty(),
                                options));
        };
    }

    private Either<BuildRefusal, Draft> propose(Subject subject, Address proposer, BuildOptions options) {
        LoadedAccount loaded = subject.loaded();
        long index = loaded.settings().transactionIndex() + 1;
        return assembler
                .payer(options, Array.of(proposer))
                .flatMap(payer -> RuleSimulation.of(
                                loaded.rules(), loaded.account(), 
                                Array.of(
                                        new Operation.CreateTransaction(
                                                proposer, payer, index, subject.content(), options.memo()),
                                        new Operation.CreateProposal(proposer, payer, index)),
                                loaded.now())
                        .map(simulation -> Draft.of(
                                        loaded,
                                        payer,
                                        simulation,
                                        options,
                                        new Phase.AwaitingVotes(
                                                0, loaded.settings().roster().threshold()))
                                .about(index)
                                .with(Draft.Additions.of(subject.tables()).with(subject.budget()))));
    }
}
