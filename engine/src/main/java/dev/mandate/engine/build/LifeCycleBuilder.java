package dev.mandate.engine.build;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.SignerRefusal;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.RoleAssignment;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.engine.content.OpaqueContent;
import dev.mandate.engine.plan.Assembler;
import dev.mandate.engine.plan.Draft;
import dev.mandate.engine.plan.RuleSimulation;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.engine.query.LoadedAccount;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Builds the steps of an existing transaction: open for votes, vote, execute, close. */
final class LifeCycleBuilder {

    private final SmartAccountProgram program;
    private final StoredContent stored;
    private final TokenMoves tokenMoves;
    private final ChainReader reader;
    private final Assembler assembler;
    private final NestedChanges nestedChanges;

    LifeCycleBuilder(EngineParts parts, ChainReader reader, Assembler assembler) {
        this.program = parts.program();
        this.stored = new StoredContent(parts, reader);
        this.tokenMoves = new TokenMoves(parts, reader);
        this.reader = reader;
        this.assembler = assembler;
        this.nestedChanges = new NestedChanges(parts, reader);
    }

    Either<BuildRefusal, Draft> draft(BuildRequest.Activate request) {
        return load(request.account(), request.index())
                .flatMap(loaded -> assembler
                        .payer(request.options(), Array.of(request.signer()))
                        .flatMap(payer -> simulate(loaded, opening(loaded, request, payer))
                                .map(simulation -> Draft.of(
                                                loaded,
                                                payer,
                                                simulation,
                                                request.options(),
                                                phase(loaded, simulation, request.index()))
                                        .about(request.index()))));
    }

    /** Content may have been recorded without a proposal, and a proposal may have been made as a draft. */
    private static Operation opening(LoadedAccount loaded, BuildRequest.Activate request, Address rentPayer) {
        return loaded.account().transactions().get(request.index()).flatMap(ManagedTransaction::proposal).isEmpty()
                ? new Operation.CreateProposal(request.signer(), rentPayer, request.index())
                : new Operation.ActivateProposal(request.signer(), request.index());
    }

    Either<BuildRefusal, Draft> draft(BuildRequest.CastVotes request) {
        return load(request.account(), request.index())
                .flatMap(loaded -> toVoteOn(loaded, request)
                        .flatMap(votable -> votes(votable, request))
                        .flatMap(cast -> assembler
                                .payer(request.options(), signers(cast))
                                .map(payer -> Draft.of(
                                                loaded,
                                                payer,
                                                signedByAll(cast, payer, request),
                                                request.options(),
                                                phase(loaded, cast, request.index()))
                                        .about(request.index()))));
    }

    Either<BuildRefusal, Draft> draft(BuildRequest.Execute request) {
        return load(request.account(), request.index())
                .flatMap(loaded -> content(loaded, request.index())
                        .flatMap(content -> withLimits(loaded, content, request.index())
                                .flatMap(complete -> execute(complete, content, request))));
    }

    Either<BuildRefusal, Draft> draft(BuildRequest.Close request) {
        return load(request.account(), request.index())
                .flatMap(loaded ->
                        content(loaded, request.index()).flatMap(content -> close(loaded, content, request)));
    }

    private Either<BuildRefusal, Draft> close(
            LoadedAccount loaded, TransactionContent content, BuildRequest.Close request) {
        return assembler.payer(request.options(), Array.of(request.payer())).flatMap(payer -> {
            Address collector = loaded.settings().rentCollector().getOrElse(payer);
            return simulate(loaded, new Operation.Close(request.index(), collector, content))
                    .map(simulation -> Draft.of(loaded, payer, simulation, request.options(), new Phase.Complete())
                            .about(request.index()));
        });
    }

    private Either<BuildRefusal, LoadedAccount> load(Address account, long index) {
        return index < 1
                ? Either.left(new BuildRefusal.UnknownTransaction(index))
                : reader.load(account, Array.of(index), Array.empty())
                        .flatMap(loaded -> loaded.account().transactions().containsKey(index)
                                ? Either.right(loaded)
                                : Either.left(new BuildRefusal.UnknownTransaction(index)));
    }

    private static Either<BuildRefusal, RuleSimulation> simulate(LoadedAccount loaded, Operation operation) {
        return RuleSimulation.of(loaded.rules(), loaded.account(), Array.of(operation), loaded.now());
    }

    /**
     * Loads what an approval needs. It forecasts the execution, which needs the limits that a change of settings touches and the lookup
     * tables that instructions use. All table entries must exist: the table's authority could choose a missing one after the vote.
     */
    private Either<BuildRefusal, LoadedAccount> toVoteOn(LoadedAccount loaded, BuildRequest.CastVotes request) {
        Option<TransactionContent> approved =
                switch (request.vote()) {
                    case APPROVE ->
                        loaded.account()
                                .transactions()
                                .get(request.index())
                                .flatMap(ManagedTransaction::content);
                    case REJECT, CANCEL -> Option.none();
                };
        return approved.map(content -> understood(loaded, content, request.index())
                        .flatMap(understood -> nestedChanges
                                .requireLawful(loaded, understood.said())
                                .flatMap(lawful -> BuildRefusal.unless(tokenMoves.toChange(loaded, content)))
                                .flatMap(movable -> withLimits(loaded, content, request.index()))))
                .getOrElse(() -> Either.right(loaded));
    }

    /** Votes one after another until the proposal is decided. One vote too many would fail the whole transaction. */
    private Either<BuildRefusal, RuleSimulation> votes(LoadedAccount loaded, BuildRequest.CastVotes request) {
        if (request.voters().isEmpty()) {
            return Either.left(whyNobodyVotes(loaded, request));
        }
        Array<BuildRefusal> strangers = request.voters()
                .filter(voter -> loaded.settings().roster().find(voter).isEmpty())
                .map(LifeCycleBuilder::notASigner);
        Either<BuildRefusal, RuleSimulation> cast =
                BuildRefusal.unless(strangers).map(known -> new RuleSimulation(loaded.rules(), loaded.account(), Array.empty()));
        for (Address voter : request.voters().distinct()) {
            cast = cast.flatMap(before -> isDecided(before, request)
                    ? Either.right(before)
                    : before.then(
                            new Operation.CastVote(
                                    voter,
                                    request.index(),
                                    request.vote(),
                                    before.acts().isEmpty()
                                            ? Option.some(program.votePurpose(loaded.account(), request.index())
                                                    .toMemo(request.options().memo()))
                                            : request.options().memo()),
                            loaded.now()));
        }
        return cast;
    }

    private static RuleSimulation signedByAll(RuleSimulation cast, Address payer, BuildRequest.CastVotes request) {
        return switch (request.options().signing()) {
            case FEWEST_SIGN -> cast;
            case ALL_SIGN -> cast.signedAlsoBy(request.voters().distinct().removeAll(signers(cast).append(payer)));
        };
    }

    private static BuildRefusal notASigner(Address address) {
        return new BuildRefusal.Forbidden(new Refusal.NotAllowed(new SignerRefusal.NotASigner(address)));
    }

    private static Array<BuildRefusal> toVote(LoadedAccount loaded, Address voter, BuildRequest.CastVotes request) {
        return loaded.rules().violations(
                        loaded.account(),
                        new Command.CastVote(voter, request.index(), request.vote()),
                        loaded.now())
                .map(BuildRefusal.Forbidden::new);
    }

    /** The refusal that any voter would get; if there is none, the request names no voter. */
    private static BuildRefusal whyNobodyVotes(LoadedAccount loaded, BuildRequest.CastVotes request) {
        return holder(loaded, Permission.CAN_VOTE)
                .map(voter -> toVote(loaded, voter, request))
                .filter(refusals -> !refusals.isEmpty())
                .map(BuildRefusal::of)
                .getOrElse(BuildRefusal.NobodyVotes::new);
    }

    private static boolean isDecided(RuleSimulation simulation, BuildRequest.CastVotes request) {
        return !simulation.acts().isEmpty() && !takes(proposal(simulation.after(), request.index()), request.vote());
    }

    private static boolean takes(Proposal proposal, Vote vote) {
        return switch (proposal) {
            case Proposal.Active active -> vote != Vote.CANCEL;
            case Proposal.Approved approved -> vote == Vote.CANCEL;
            case Proposal.Draft draft -> false;
            case Proposal.Executed executed -> false;
            case Proposal.Rejected rejected -> false;
            case Proposal.Cancelled cancelled -> false;
        };
    }

    private static Proposal proposal(SmartAccount account, long index) {
        return account.transactions()
                .get(index)
                .flatMap(ManagedTransaction::proposal)
                .getOrElseThrow(() -> new IllegalStateException("a vote without a proposal at " + index));
    }

    private static Array<Address> signers(RuleSimulation simulation) {
        return simulation.operations().flatMap(operation -> operation instanceof Operation.CastVote vote
                ? Option.some(vote.by())
                : Option.none());
    }

    private static Phase phase(LoadedAccount loaded, RuleSimulation simulation, long index) {
        TimeLock timeLock = loaded.settings().timeLock();
        return switch (proposal(simulation.after(), index)) {
            case Proposal.Draft draft ->
                new Phase.AwaitingVotes(0, loaded.settings().roster().threshold());
            case Proposal.Active active ->
                new Phase.AwaitingVotes(
                        active.ballot().approvals().count(), loaded.settings().roster().threshold());
            case Proposal.Approved approved ->
                simulation.after().transactions().get(index).exists(it -> it.canBeExecutedUnder(loaded.settings()))
                        ? approved(approved, timeLock)
                        : new Phase.NeverExecutable();
            case Proposal.Executed executed -> new Phase.Complete();
            case Proposal.Rejected rejected -> new Phase.Complete();
            case Proposal.Cancelled cancelled -> new Phase.Complete();
        };
    }

    private static Phase approved(Proposal.Approved approved, TimeLock timeLock) {
        return timeLock.equals(TimeLock.NONE)
                ? new Phase.AwaitingExecution()
                : new Phase.AwaitingTimeLock(timeLock, timeLock.releases(approved.since()));
    }

    private static Either<BuildRefusal, TransactionContent> content(LoadedAccount loaded, long index) {
        return loaded.account()
                .transactions()
                .get(index)
                .flatMap(ManagedTransaction::content)
                .toEither(() -> new BuildRefusal.Forbidden(new Refusal.NoTransaction(index)));
    }

    /** The account, loaded again with the limits that a change of settings touches. */
    private Either<BuildRefusal, LoadedAccount> withLimits(
            LoadedAccount loaded, TransactionContent content, long index) {
        Array<Address> limits = content.settingsActions().flatMap(SettingsAction::changedLimit);
        return limits.isEmpty()
                ? Either.right(loaded)
                : reader.load(loaded.ref().address(), Array.of(index), limits);
    }

    private Either<BuildRefusal, Draft> execute(
            LoadedAccount loaded, TransactionContent content, BuildRequest.Execute request) {
        return RoleAssignment.executor(loaded.settings().roster(), request.signers())
                .<BuildRefusal>mapLeft(BuildRefusal.SignersInsufficient::new)
                .flatMap(executor -> understood(loaded, content, request.index())
                        .flatMap(understood -> execute(loaded, content, executor, understood, request)));
    }

    private static Option<Address> holder(LoadedAccount loaded, Permission permission) {
        return loaded.settings().roster().signers().find(signer -> signer.may(permission)).map(Signer::address);
    }

    private Either<BuildRefusal, Draft> execute(
            LoadedAccount loaded,
            TransactionContent content,
            Address executor,
            Understood understood,
            BuildRequest.Execute request) {
        return assembler
                .payer(request.options(), Array.of(executor))
                .flatMap(payer -> simulate(
                                loaded, VotePath.execution(content, executor, payer, request.index(), understood.tables()))
                        .map(simulation -> Draft.of(
                                        loaded, payer, simulation, request.options(), new Phase.Complete())
                                .about(request.index())
                                .with(Draft.Additions.of(understood.tables()))));
    }

    /**
     * Content that can be shown to voters.
     *
     * @param tables the lookup tables that it uses
     * @param said the instructions that a vault signs
     */
    private record Understood(Array<LookupTable> tables, Array<Instruction> said) {}

    private Either<BuildRefusal, Understood> understood(LoadedAccount loaded, TransactionContent content, long index) {
        return tables(loaded, content, index).flatMap(tables -> OpaqueContent.why(program, content, tables)
                .<Either<BuildRefusal, Understood>>map(why -> Either.left(opaque(index, why)))
                .getOrElse(() -> Either.right(new Understood(tables, OpaqueContent.said(program, content, tables)))));
    }

    private static BuildRefusal opaque(long index, String why) {
        return new BuildRefusal.Unwise(new Warning.ContentOpaque(index, why));
    }

    /** The lookup tables that the content uses; refused if it cannot be executed with them. Another client may have written it. */
    private Either<BuildRefusal, Array<LookupTable>> tables(
            LoadedAccount loaded, TransactionContent content, long index) {
        return switch (content) {
            case TransactionContent.SettingsChange change -> Either.right(Array.empty());
            case TransactionContent.Opaque opaque -> Either.right(Array.empty());
            case TransactionContent.VaultInstructions instructions ->
                stored.require(loaded, instructions, index);
        };
    }
}
