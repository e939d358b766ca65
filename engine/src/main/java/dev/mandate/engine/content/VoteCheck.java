package dev.mandate.engine.content;

import dev.mandate.domain.review.VoteProblem;
import dev.mandate.domain.transaction.VotePurpose;
import dev.mandate.engine.content.ContentTree.Within;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.LifeCycleInstruction.CastVote;
import dev.mandate.ports.spi.program.LifeCycleInstruction.Propose;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.Tuple2;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * Checks instructions before they are sent or voted on. Every vote must count for the content that it names. No content may be recorded,
 * approved or executed whose effect cannot be shown. Instructions that a vault signs are checked in the same way.
 *
 * <p>A vote names a proposal only by its index, and counts for whatever was proposed at that index. A proposal never changes, so a vote that
 * was found correct stays correct.
 */
public final class VoteCheck {

    private final SmartAccountProgram program;

    public VoteCheck(SmartAccountProgram program) {
        this.program = program;
    }

    /**
     * The first problem, with the zero-based number of the instruction where it is found. The signers of a transaction sign all of it, so one
     * vote on a proposal may name the content for all of them.
     */
    public Option<Tuple2<VoteProblem, Integer>> problem(ContentTree tree) {
        return votes(tree.steps()).orElse(() -> tree.contents()
                .toStream()
                .flatMap(within -> within(within).map(problem -> Tuple.of(problem, within.instruction())))
                .headOption());
    }

    private Option<VoteProblem> within(Within within) {
        return within.read()
                .fold(
                        why -> Option.some(new VoteProblem.ContentOpaque(within.transaction(), why)),
                        tree -> problem(tree).map(Tuple2::_1));
    }

    private AccountRef account(LifeCycleInstruction step) {
        return program.accountOf(step.settings());
    }

    private Option<Tuple2<VoteProblem, Integer>> votes(ContentSteps steps) {
        return steps.only(CastVote.class)
                .groupBy(CastVote::proposal)
                .values()
                .toArray()
                .flatMap(votes -> problem(steps, votes).map(problem -> Tuple.of(problem, number(steps, votes.head()))))
                .headOption();
    }

    private static int number(ContentSteps steps, LifeCycleInstruction step) {
        return steps.numbered().find(one -> one._1.equals(step)).map(Tuple2::_2).get();
    }

    /** The problem with {@code votes}, all on the same proposal. */
    private Option<VoteProblem> problem(ContentSteps steps, Array<CastVote> votes) {
        CastVote any = votes.head();
        Array<VotePurpose> purposes = votes.flatMap(ContentSteps::purpose);
        Option<Long> opened = steps.only(Propose.class)
                .find(propose -> propose.proposal().equals(any.proposal()))
                .map(Propose::index);
        boolean spelledOut = opened.exists(index -> steps.spelledOut(steps.transaction(any, index)));
        if (purposes.isEmpty() && !spelledOut) {
            return Option.some(new VoteProblem.VoteNamesNothing(any.proposal()));
        }
        Option<VoteProblem> elsewhere = another(purposes.find(
                purpose -> !program.proposalAddress(account(any), purpose.index()).equals(any.proposal())));
        boolean proposed = steps.exists(any.proposal())
                || opened.exists(index -> steps.content(account(any), steps.transaction(any, index)).isDefined());
        boolean gathered = opened.exists(index -> steps.gathered(steps.transaction(any, index)));
        return elsewhere
                .orElse(() -> proposed
                        ? another(purposes.find(purpose -> !stands(steps, any, purpose)))
                        : Option.none())
                .orElse(() -> Option.when(
                        gathered || !proposed, () -> new VoteProblem.NotProposedYet(any.proposal())));
    }

    private static Option<VoteProblem> another(Option<VotePurpose> wrong) {
        return wrong.map(purpose -> new VoteProblem.AnotherProposed(purpose.index()));
    }

    private boolean stands(ContentSteps steps, CastVote vote, VotePurpose purpose) {
        return steps.content(account(vote), steps.transaction(vote, purpose.index()))
                .map(program::fingerprint)
                .getOrElse(VotePurpose.NOTHING)
                .equals(purpose.fingerprint());
    }
}
