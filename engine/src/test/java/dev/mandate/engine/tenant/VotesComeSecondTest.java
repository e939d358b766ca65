package dev.mandate.engine.tenant;

import static dev.mandate.engine.tenant.ServiceFixture.ACME;
import static dev.mandate.engine.tenant.ServiceFixture.SOL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.review.VoteProblem;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.domain.transaction.VotePurpose;
import dev.mandate.engine.Findings;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** A vote names a proposal by its number alone. Signed with what it is meant for, it must not count for something else. */
class VotesComeSecondTest {

    private final ServiceFixture fixture = new ServiceFixture();
    private final Address account = fixture.account(ACME);
    private final TenantService service = fixture.service(ACME);
    private final Address proposal = SquadsV4Program.PUBLIC.proposalAddress(
            service.account(account).get().ref(), 1);
    private final TransactionPlan divided = service
            .build(new BuildRequest.Prepare(
                    account, large(), Array.of(fixture.ann.address(), fixture.bob.address()), BuildOptions.DEFAULT))
            .get();

    @Test
    void aVoteBeforeItsProposalIsRefused() {
        assertEquals(tooEarly(), submit(Step.Kind.APPROVE));
        fixture.devnet.fund(proposal, BaseUnits.of(SOL));
        assertEquals(tooEarly(), submit(Step.Kind.APPROVE), "a gift proposes nothing");

        ServiceFixture.assertConfirmed(submit(Step.Kind.BUFFER_CREATE).get());
        ServiceFixture.assertConfirmed(submit(Step.Kind.BUFFER_EXTEND).get());
        assertEquals(tooEarly(), submit(Step.Kind.APPROVE));
        ServiceFixture.assertConfirmed(submit(Step.Kind.PROPOSE).get());
        ServiceFixture.assertConfirmed(submit(Step.Kind.APPROVE).get());
        ServiceFixture.assertConfirmed(submit(Step.Kind.EXECUTE).get());
    }

    @Test
    void noVoteCountsForAnothersProposalThatWasFaster() {
        assertEquals(tooEarly(), submit(Step.Kind.APPROVE));

        ServiceFixture.assertConfirmed(submit(service
                        .build(new BuildRequest.Propose(
                                account,
                                new Proposable.Transaction(fixture.unsigned(
                                        account, SystemProgram.transfer(account, fixture.bob.address(), BaseUnits.of(SOL)))),
                                fixture.bob.address(),
                                BuildOptions.DEFAULT))
                        .get()
                        .steps()
                        .head())
                .get());

        assertEquals(Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.AnotherProposed(1)))), submit(Step.Kind.APPROVE));
        assertEquals(
                0,
                service
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
    void aVoteMustNameTheProposedContent() {
        AccountRef ref = service.account(account).get().ref();
        SquadsV4Program program = SquadsV4Program.PUBLIC;
        TransactionContent own = program.store(
                        ref,
                        0,
                        Array.of(SystemProgram.transfer(account, fixture.ann.address(), BaseUnits.of(1))),
                        Array.empty())
                .get();
        Instruction recorded = program.encode(
                ref,
                new Operation.CreateTransaction(fixture.bob.address(), fixture.bob.address(), 1, own, Option.none()));
        Instruction proposed =
                program.encode(ref, new Operation.CreateProposal(fixture.ann.address(), fixture.ann.address(), 1));
        ServiceFixture.assertConfirmed(submit(fixture.signed(recorded)).get());

        assertEquals(
                Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.VoteNamesNothing(proposal)))),
                submit(fixture.signed(proposed, approval(ref, Option.none()))));
        assertEquals(
                Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.AnotherProposed(1)))),
                submit(fixture.signed(
                        proposed, approval(ref, Option.some(new VotePurpose(1, Bytes32.of(new byte[32])))))));
        ServiceFixture.assertConfirmed(submit(fixture.signed(
                        proposed, approval(ref, Option.some(new VotePurpose(1, program.fingerprint(own))))))
                .get());
    }

    @Test
    void opaqueContentIsNotAccepted() {
        AccountRef ref = service.account(account).get().ref();
        TransactionContent opaque = SquadsV4Program.PUBLIC
                .store(
                        ref,
                        0,
                        Array.of(new Instruction(
                                SquadsV4Program.PUBLIC.programId(),
                                Array.of(AccountMeta.writable(ref.settings().address()), AccountMeta.signer(account)),
                                Bytes.ofHex("c28e8d1137b914f80000"))),
                        Array.empty())
                .get();

        assertInstanceOf(VoteProblem.ContentOpaque.class, Findings.vote(submit(fixture.signed(SquadsV4Program.PUBLIC.encode(
                                ref,
                                new Operation.CreateTransaction(
                                        fixture.ann.address(), fixture.ann.address(), 1, opaque, Option.none()))))
                        .getLeft()));
    }

    private Instruction approval(AccountRef ref, Option<VotePurpose> purpose) {
        return SquadsV4Program.PUBLIC.encode(
                ref,
                new Operation.CastVote(fixture.ann.address(), 1, Vote.APPROVE, purpose.map(VotePurpose::toMemo)));
    }

    @Test
    void aVoteThatWasTakenIsTheSameSubmissionForGood() {
        ServiceFixture.assertConfirmed(submit(Step.Kind.BUFFER_CREATE).get());
        ServiceFixture.assertConfirmed(submit(Step.Kind.BUFFER_EXTEND).get());
        ServiceFixture.assertConfirmed(submit(Step.Kind.PROPOSE).get());
        Submission taken = submit(Step.Kind.APPROVE).get();
        fixture.devnet.put(proposal, new AccountData(BaseUnits.of(SOL), Address.ZERO, Bytes.EMPTY, false));

        assertEquals(Either.right(taken), submit(Step.Kind.APPROVE));
    }

    private Either<SubmissionRefusal, Submission> tooEarly() {
        return Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.NotProposedYet(proposal))));
    }

    private Either<SubmissionRefusal, Submission> submit(Step.Kind kind) {
        return submit(divided.steps().filter(step -> step.kind() == kind).single());
    }

    private Either<SubmissionRefusal, Submission> submit(Step step) {
        return submit(fixture.keys.sign(step.unsigned().transaction()));
    }

    private Either<SubmissionRefusal, Submission> submit(Bytes signed) {
        return service.submit(account, signed, Array.empty(), new Retry.Unnamed());
    }

    private Bytes large() {
        return fixture.unsigned(
                account,
                new Instruction(MemoProgram.ID, Array.of(AccountMeta.signer(account)), Bytes.of(new byte[1_044])));
    }
}
