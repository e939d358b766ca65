package dev.mandate.engine.desk;

import static dev.mandate.engine.desk.Town.ACME;
import static dev.mandate.engine.desk.Town.SOL;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.BuiltTransaction;
import dev.mandate.ports.custody.Proposable;
import dev.mandate.ports.custody.Step;
import dev.mandate.ports.desk.Desk;
import dev.mandate.ports.desk.Retry;
import dev.mandate.ports.desk.Submission;
import dev.mandate.ports.desk.SubmissionRefusal;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import org.junit.jupiter.api.Test;

/** A vote names a proposal by its number alone. Signed with what it is meant for, it must not count for something else. */
class VotesComeSecondTest {

    private final Town town = new Town();
    private final Address account = town.account(ACME);
    private final Desk desk = town.desk(ACME);
    private final Address proposal = SquadsV4Program.PUBLIC.proposalAddress(
            desk.custody().account(account).get().ref(), 1);
    private final BuiltTransaction divided = desk.custody()
            .build(new BuildRequest.Prepare(
                    account, large(), Array.of(town.ann.address(), town.bob.address()), BuildOptions.DEFAULT))
            .get();

    @Test
    void noVoteIsTakenBeforeWhatItIsFor() {
        assertEquals(tooEarly(), submit(Step.Kind.APPROVE));
        town.devnet.fund(proposal, BaseUnits.of(SOL));
        assertEquals(tooEarly(), submit(Step.Kind.APPROVE), "a gift proposes nothing");

        Town.assertConfirmed(submit(Step.Kind.BUFFER_CREATE).get());
        Town.assertConfirmed(submit(Step.Kind.BUFFER_EXTEND).get());
        assertEquals(tooEarly(), submit(Step.Kind.APPROVE));
        Town.assertConfirmed(submit(Step.Kind.PROPOSE).get());
        Town.assertConfirmed(submit(Step.Kind.APPROVE).get());
        Town.assertConfirmed(submit(Step.Kind.EXECUTE).get());
    }

    @Test
    void noVoteCountsForAnothersProposalThatWasFaster() {
        assertEquals(tooEarly(), submit(Step.Kind.APPROVE));

        Town.assertConfirmed(submit(desk.custody()
                        .build(new BuildRequest.Propose(
                                account,
                                new Proposable.Transaction(town.unsigned(
                                        account, SystemProgram.transfer(account, town.bob.address(), BaseUnits.of(SOL)))),
                                town.bob.address(),
                                BuildOptions.DEFAULT))
                        .get()
                        .steps()
                        .head())
                .get());

        assertEquals(Either.left(new SubmissionRefusal.AnotherProposed(1)), submit(Step.Kind.APPROVE));
        assertEquals(
                0,
                desk.custody()
                        .transaction(account, 1)
                        .get()
                        .transaction()
                        .proposal()
                        .get()
                        .ballot()
                        .approvals()
                        .count());
    }

    @Test
    void aVoteThatWasTakenIsTheSameSubmissionForGood() {
        Town.assertConfirmed(submit(Step.Kind.BUFFER_CREATE).get());
        Town.assertConfirmed(submit(Step.Kind.BUFFER_EXTEND).get());
        Town.assertConfirmed(submit(Step.Kind.PROPOSE).get());
        Submission taken = submit(Step.Kind.APPROVE).get();
        town.devnet.put(proposal, new AccountData(BaseUnits.of(SOL), Address.ZERO, Bytes.EMPTY, false));

        assertEquals(Either.right(taken), submit(Step.Kind.APPROVE));
    }

    private Either<SubmissionRefusal, Submission> tooEarly() {
        return Either.left(new SubmissionRefusal.NotProposedYet(proposal));
    }

    private Either<SubmissionRefusal, Submission> submit(Step.Kind kind) {
        return submit(divided.steps().filter(step -> step.kind() == kind).single());
    }

    private Either<SubmissionRefusal, Submission> submit(Step step) {
        return desk.submit(
                account, town.keys.sign(step.unsigned().transaction()), Array.empty(), new Retry.Unnamed());
    }

    private Bytes large() {
        return town.unsigned(
                account,
                new Instruction(MemoProgram.ID, Array.of(AccountMeta.signer(account)), Bytes.of(new byte[1_044])));
    }
}
