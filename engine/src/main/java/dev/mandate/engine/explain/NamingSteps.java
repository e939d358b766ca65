package dev.mandate.engine.explain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.explain.ExplainedContent.Execution;
import dev.mandate.domain.transaction.VotePurpose;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionBatches.Step;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The life-cycle steps and steps of batches of some instructions, with the proposals on the chain that they name. */
final class NamingSteps {

    private final SmartAccountProgram program;
    private final Array<Tuple2<LifeCycleInstruction, Integer>> numbered;
    private final Array<LifeCycleInstruction> steps;
    private final Array<Tuple2<Step, Integer>> batches;
    private final Map<Address, AccountData> proposals;

    private NamingSteps(
            SmartAccountProgram program,
            Array<Tuple2<LifeCycleInstruction, Integer>> numbered,
            Array<Tuple2<Step, Integer>> batches,
            Map<Address, AccountData> proposals) {
        this.program = program;
        this.numbered = numbered;
        this.steps = numbered.map(Tuple2::_1);
        this.batches = batches;
        this.proposals = proposals;
    }

    static Either<ChainFault, NamingSteps> read(SmartAccountProgram program, AccountSource source, Array<Instruction> instructions) {
        Array<Tuple2<Instruction, Integer>> all = instructions.zipWithIndex();
        Array<Tuple2<LifeCycleInstruction, Integer>> steps = all.flatMap(one -> program.lifeCycle(one._1).map(step -> Tuple.of(step, one._2)));
        Array<Tuple2<Step, Integer>> batches = all.flatMap(one -> program.batches().step(one._1).map(step -> Tuple.of(step, one._2)));
        Array<AccountQuery> proposals = steps.map(Tuple2::_1)
                .filter(step -> step instanceof LifeCycleInstruction.CastVote)
                .map(LifeCycleInstruction::target)
                .distinct()
                .map(program::query);
        return proposals.isEmpty()
                ? Either.right(new NamingSteps(program, steps, batches, HashMap.empty()))
                : source.accounts(proposals).map(found -> new NamingSteps(program, steps, batches, found.accounts()));
    }

    /** The content that the instruction with this number names. */
    Option<NamedContent> named(int number) {
        return numbered.find(one -> one._2 == number)
                .map(Tuple2::_1)
                .map(this::named)
                .orElse(() -> batches.find(one -> one._2 == number).map(Tuple2::_1).flatMap(this::part));
    }

    private NamedContent named(LifeCycleInstruction step) {
        AccountRef account = program.accountOf(step.settings());
        return switch (step) {
            case LifeCycleInstruction.Create create -> named(account, create.transaction());
            case LifeCycleInstruction.CreateFromBuffer create -> named(account, create.transaction());
            case LifeCycleInstruction.Execute execute -> named(account, execute.transaction());
            case LifeCycleInstruction.Propose propose -> named(account, program.transactionAddress(account, propose.index()));
            case LifeCycleInstruction.CastVote vote -> index(account, vote)
                    .map(index -> named(account, program.transactionAddress(account, index)))
                    .getOrElse(() -> NamedContent.at(account, vote.proposal(), Option.none()));
        };
    }

    /** The transaction that a step adds or executes. */
    private Option<NamedContent> part(Step step) {
        AccountRef account = program.accountOf(step.settings());
        return switch (step) {
            case Step.Create create -> Option.none();
            case Step.Add add -> Option.some(part(account, step, add.transaction()));
            case Step.Execute execute -> Option.some(part(account, step, execute.transaction()));
        };
    }

    private NamedContent part(AccountRef account, Step step, Address transaction) {
        boolean executed = batches.exists(one -> one._1 instanceof Step.Execute execute && execute.transaction().equals(transaction));
        return new NamedContent(
                account,
                transaction,
                Option.none(),
                Option.none(),
                Option.none(),
                about(step.batch()),
                Option.some(new NamedContent.OwnBatch(step.batch(), index(account, step.batch()))),
                executed ? Execution.NOW : Execution.LATER);
    }

    private Array<Step> about(Address batch) {
        return batches.map(Tuple2::_1).filter(step -> step.batch().equals(batch));
    }

    /** The transaction of a proposal: an index is right if the proposal's address follows from it. */
    private Option<Long> index(AccountRef account, LifeCycleInstruction.CastVote vote) {
        Option<Long> claimed = opened(vote.proposal())
                .orElse(() -> steps.filter(step -> step.target().equals(vote.proposal()))
                        .flatMap(step -> step instanceof LifeCycleInstruction.CastVote(var a, var b, var c, var d, Option<String> memo)
                                ? memo.flatMap(VotePurpose::of).map(VotePurpose::index)
                                : Option.<Long>none())
                        .headOption())
                .orElse(() -> proposals.get(vote.proposal()).flatMap(program::transactionIndex));
        return claimed.filter(index -> index > 0 && program.proposalAddress(account, index).equals(vote.proposal()));
    }

    private Option<Long> opened(Address proposal) {
        return steps.flatMap(step -> step instanceof LifeCycleInstruction.Propose propose && propose.proposal().equals(proposal)
                        ? Option.some(propose.index())
                        : Option.<Long>none())
                .headOption();
    }

    private NamedContent named(AccountRef account, Address transaction) {
        return new NamedContent(
                account,
                transaction,
                index(account, transaction),
                steps.flatMap(LifeCycleInstruction::recording)
                        .find(create -> create.transaction().equals(transaction))
                        .map(LifeCycleInstruction.Create::content),
                steps.flatMap(step -> step instanceof LifeCycleInstruction.CreateFromBuffer create && create.transaction().equals(transaction)
                                ? Option.some(create)
                                : Option.<LifeCycleInstruction.CreateFromBuffer>none())
                        .headOption(),
                about(transaction),
                Option.none(),
                steps.exists(step -> step instanceof LifeCycleInstruction.Execute execute && execute.transaction().equals(transaction))
                        ? Execution.NOW
                        : Execution.LATER);
    }

    private Option<Long> index(AccountRef account, Address transaction) {
        return steps.flatMap(step -> index(account, step, transaction)).headOption();
    }

    /** The index of {@code transaction} if {@code step} tells it. */
    private Option<Long> index(AccountRef account, LifeCycleInstruction step, Address transaction) {
        Option<Long> told = switch (step) {
            case LifeCycleInstruction.Propose propose -> Option.some(propose.index());
            case LifeCycleInstruction.CastVote vote -> index(account, vote);
            case LifeCycleInstruction.Create create -> Option.none();
            case LifeCycleInstruction.CreateFromBuffer create -> Option.none();
            case LifeCycleInstruction.Execute execute -> Option.none();
        };
        return told.filter(index -> index > 0 && program.transactionAddress(account, index).equals(transaction));
    }
}
