package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.execute;
import static dev.mandate.engine.EngineFixture.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Memo;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.review.VoteProblem;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.domain.transaction.VotePurpose;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Step.Kind;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Through the library, too, a vote goes to nothing else than what it names. */
class MeantVotesTest extends SplitRequestFixture {

    private final SquadsV4Program program = SquadsV4Program.PUBLIC;
    private final AccountRef ref = fixture.custody.account(account).get().ref();

    @Test
    void approvalsForOnesOwnTransactionDoNotCountForAStrangersThatWasFaster() {
        TransactionPlan own = fixture.builds(prepare(account, memo(account, 1_049), ann, bob));
        Step approval = own.steps().filter(step -> step.kind() == Kind.APPROVE).head();
        assertEquals(new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.NotProposedYet(program.proposalAddress(ref, 1)))), refusal(approval));

        propose(cem, transfer(5));

        assertEquals(new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.AnotherProposed(1))), refusal(approval));
        assertEquals(0, approvals(1));
    }

    /** Anybody can lengthen the payer's history. The search takes the history of the account's transaction, which is shorter. */
    @Tag("full")
    @Test
    void aLongHistoryOfThePayerHidesNoAnswer() {
        TransactionPlan own = fixture.builds(prepare(account, memo(account, 1_049), ann, bob));
        Step approval = own.steps().filter(step -> step.kind() == Kind.APPROVE).head();
        propose(cem, transfer(5));
        Address crowd = fixture.person("crowd");
        for (int i = 0; i <= Chain.MAX_HISTORY; i++) {
            fixture.landsBesides(crowd, SystemProgram.transfer(crowd, payer, BaseUnits.of(1_000_000 + i)));
        }

        assertEquals(new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.AnotherProposed(1))), refusal(approval));
        assertEquals(0, approvals(1));
    }

    @Test
    void aVoteThatNamesNothingIsNotSent() {
        propose(cem, transfer(5));

        for (Vote vote : Vote.values()) {
            assertEquals(
                    new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.VoteNamesNothing(program.proposalAddress(ref, 1)))),
                    refused(cast(ann, 1, vote, "rent for May")));
        }
        assertEquals(0, approvals(1));
    }

    @Test
    void aVoteThatNamesOtherContentIsNotSentAlthoughTheProposalIsMadeWithIt() {
        record(cem, 1, transfer(5));
        String other = new VotePurpose(1, program.fingerprint(transfer(1))).toMemo().text();

        assertEquals(
                new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.AnotherProposed(1))), refused(proposal(ann, 1), cast(ann, 1, Vote.APPROVE, other)));
        assertEquals(
                new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.VoteNamesNothing(program.proposalAddress(ref, 1)))),
                refused(proposal(ann, 1), cast(ann, 1, Vote.APPROVE, "")));
        assertEquals(
                new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.AnotherProposed(2))),
                refused(
                        proposal(ann, 1),
                        cast(ann, 1, Vote.APPROVE, named(2, transfer(5)))));
        sends(proposal(ann, 1), cast(ann, 1, Vote.APPROVE, named(1, transfer(5))));
        assertEquals(1, approvals(1));
    }

    @Test
    void aVoteInTheProposingTransactionNeedNotNameTheContent() {
        sends(creation(ann, 1, transfer(5)), proposal(ann, 1), cast(ann, 1, Vote.APPROVE, "rent for May"));
        assertEquals(1, approvals(1));

        assertEquals(
                new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.AnotherProposed(2))),
                refused(
                        creation(ann, 2, transfer(5)),
                        proposal(ann, 2),
                        cast(ann, 2, Vote.APPROVE, named(2, transfer(1)))));
        assertEquals(
                new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.VoteNamesNothing(program.proposalAddress(ref, 1)))),
                refused(creation(ann, 2, transfer(5)), proposal(ann, 2), cast(bob, 1, Vote.APPROVE, "")));
    }

    @Test
    void aVoteBeforeItsProposalIsRefused() {
        assertEquals(
                new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.NotProposedYet(program.proposalAddress(ref, 1)))),
                refused(proposal(ann, 1), cast(ann, 1, Vote.APPROVE, nothing(1))));
        assertEquals(
                new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.NotProposedYet(program.proposalAddress(ref, 1)))),
                refused(cast(ann, 1, Vote.APPROVE, named(1, transfer(5)))));
    }

    @Test
    void bufferedContentIsNamedAndVotedOnOnceItIsComplete() {
        TransactionPlan built = fixture.builds(prepare(account, memo(account, 1_049), ann, bob));
        Array<Step> gathering = built.steps().takeWhile(step -> step.kind() != Kind.PROPOSE);
        Instruction fromBuffer = instructions(built.steps().get(gathering.length())).head();
        Instruction opened = instructions(built.steps().get(gathering.length())).last();
        Step approval = built.steps().get(gathering.length() + 1);
        String meant = program.lifeCycle(instructions(approval).head())
                .flatMap(step -> step instanceof LifeCycleInstruction.CastVote vote
                        ? vote.memo()
                        : Option.none())
                .get();

        assertInstanceOf(VoteProblem.ContentOpaque.class, Findings.vote(refused(fromBuffer, opened)), "its buffer is not there");
        gathering.forEach(step -> fixture.land(account, step));

        assertEquals(
                new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.VoteNamesNothing(program.proposalAddress(ref, 1)))),
                refused(fromBuffer, opened, cast(ann, 1, Vote.APPROVE, "")));
        assertEquals(
                new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.AnotherProposed(1))),
                refused(fromBuffer, opened, cast(ann, 1, Vote.APPROVE, named(1, transfer(5)))));
        // By the time it lands the buffer may be another one, at the same address.
        assertEquals(
                new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.NotProposedYet(program.proposalAddress(ref, 1)))),
                refused(fromBuffer, opened, cast(ann, 1, Vote.APPROVE, meant)));
        sends(fromBuffer, opened);
        sends(cast(ann, 1, Vote.APPROVE, meant));
        assertEquals(1, approvals(1));
    }

    @Test
    void everyBuiltVoteStatesItsPurposeAndKeepsTheVotersNote() {
        propose(cem, transfer(5));
        String note = "n".repeat(180);

        TransactionPlan built = fixture.builds(new BuildRequest.CastVotes(
                account, 1, Vote.APPROVE, Array.of(ann, bob), BuildOptions.DEFAULT.withMemo(new Memo(note))));

        String memo = named(1, transfer(5)) + "; " + note;
        assertTrue(text(built).contains(memo), text(built));
        fixture.land(built);
        fixture.lands(votes(account, 1, Vote.CANCEL, ann));
        fixture.lands(votes(account, 1, Vote.CANCEL, bob));
        propose(cem, new TransactionContent.SettingsChange(
                Array.of(new SettingsAction.ChangeThreshold(new Threshold(1)))));
        fixture.lands(votes(account, 2, Vote.REJECT, ann, bob));
        assertTrue(fixture.proposal(account, 2) instanceof Proposal.Rejected);
    }

    @Test
    void anApprovalOfAChangeOfSettingsIsForThatChange() {
        TransactionContent change =
                new TransactionContent.SettingsChange(Array.of(new SettingsAction.ChangeThreshold(new Threshold(1))));
        propose(cem, change);

        fixture.lands(votes(account, 1, Vote.APPROVE, ann, bob));
        fixture.lands(execute(account, 1, ann));

        assertEquals(new Threshold(1), fixture.settings(account).roster().threshold());
    }

    /** A vault's instructions vote as well: for its people, who sign the execution, and for itself where it is another account's signer. */
    @Test
    void aVoteWithinVaultInstructionsMustNameItsContent() {
        propose(cem, transfer(5));
        TransactionContent unnamed = stored(cast(bob, 1, Vote.APPROVE, ""));
        TransactionContent named = stored(cast(bob, 1, Vote.APPROVE, named(1, transfer(5))));
        assertEquals(
                new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.VoteNamesNothing(program.proposalAddress(ref, 1)))),
                refused(creation(ann, 2, unnamed)));
        record(ann, 2, unnamed);
        assertEquals(
                new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.VoteNamesNothing(program.proposalAddress(ref, 1)))), refused(execution(2, unnamed)));
        sends(creation(ann, 3, named));

        TransactionContent again = stored(execution(4, named));
        record(ann, 4, again);
        assertTrue(
                refused(execution(4, again)) instanceof SubmissionRefusal.WouldFail, "it executes itself, not for ever");
    }

    private TransactionContent stored(Instruction instruction) {
        return program.store(ref, 0, Array.of(instruction), Array.empty()).get();
    }

    private Instruction execution(long index, TransactionContent content) {
        return program.encode(
                ref,
                new Operation.ExecuteInstructions(
                        ann, index, (TransactionContent.VaultInstructions) content, Array.empty()));
    }

    @Test
    void anInstructionOfTheProgramThatIsNotKnownIsNotSent() {
        propose(cem, transfer(5));
        Instruction vote = cast(ann, 1, Vote.APPROVE, "");

        assertEquals(new SubmissionRefusal.Reviewed(new ReviewFinding.ForeignInstruction(1, SquadsV4.PROGRAM)), refused(proposal(ann, 1), longer(vote)));
    }

    static Instruction longer(Instruction instruction) {
        byte[] data = instruction.data().toArray();
        return new Instruction(
                instruction.program(), instruction.accounts(), Bytes.of(Arrays.copyOf(data, data.length + 1)));
    }

    private TransactionContent transfer(int sol) {
        return program.store(
                        ref,
                        0,
                        Array.of(SystemProgram.transfer(account, shop, BaseUnits.of(sol * EngineFixture.SOL))),
                        Array.empty())
                .get();
    }

    private String named(long index, TransactionContent content) {
        return new VotePurpose(index, program.fingerprint(content)).toMemo().text();
    }

    private static String nothing(long index) {
        return new VotePurpose(index, VotePurpose.NOTHING).toMemo().text();
    }

    private void record(Address by, long index, TransactionContent content) {
        fixture.landsBesides(by, creation(by, index, content));
    }

    private void propose(Address by, TransactionContent content) {
        long index = fixture.settings(account).transactionIndex() + 1;
        record(by, index, content);
        fixture.landsBesides(by, proposal(by, index));
    }

    private Instruction creation(Address by, long index, TransactionContent content) {
        return program.encode(ref, new Operation.CreateTransaction(by, by, index, content, Option.none()));
    }

    private Instruction proposal(Address by, long index) {
        return program.encode(ref, new Operation.CreateProposal(by, by, index));
    }

    private Instruction cast(Address by, long index, Vote vote, String memo) {
        return program.encode(
                ref,
                new Operation.CastVote(by, index, vote, Option.when(!memo.isEmpty(), () -> new Memo(memo))));
    }

    private SubmissionRefusal refused(Instruction... instructions) {
        return fixture.submit(account, fixture.signedBesides(ann, instructions)).getLeft();
    }

    private SubmissionRefusal refusal(Step step) {
        return fixture.submit(account, fixture.signed(step)).getLeft();
    }

    private void sends(Instruction... instructions) {
        assertTrue(fixture.submit(account, fixture.signedBesides(ann, instructions)).isRight());
    }

    private int approvals(long index) {
        return fixture.proposal(account, index).ballot().approvals().count();
    }

    private static Array<Instruction> instructions(Step step) {
        SolanaFormat format = new SolanaFormat();
        return format.parse(step.unsigned().transaction())
                .flatMap(parsed -> format.resolve(parsed, Array.empty()))
                .get()
                .instructions()
                .toArray();
    }

    private static String text(TransactionPlan built) {
        return WireTransaction.parse(built.single().unsigned().transaction()).get().message().instructions()
                .map(instruction -> new String(instruction.data().toArray(), StandardCharsets.ISO_8859_1))
                .mkString();
    }
}
