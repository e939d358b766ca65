package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.execute;
import static dev.mandate.engine.EngineFixture.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.SignerRefusal;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.RoleProblem;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.TransactionPlan;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** One step at a time, for people who sign apart. */
class LifeCycleTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address cem = fixture.person("cem");
    private final Address collector = fixture.key("collector");
    private final Address shop = fixture.person("shop");
    private final Address account = fixture.account(
            NewAccount.of(2, ann, bob, cem).lockedFor(60).collectingRentFor(collector));

    @Nested
    class Proposing {

        @Test
        void opensATransactionForVotes() {
            TransactionPlan built = fixture.landed(propose(account, ann));

            assertEquals(new Phase.AwaitingVotes(0, new Threshold(2)), built.phase());
            assertEquals(Option.some(1L), built.index());
            assertEquals(Array.of(ann), built.single().unsigned().signers());
            assertInstanceOf(Proposal.Active.class, fixture.proposal(account, 1));
        }

        @Test
        void countsOn() {
            fixture.lands(propose(account, ann));

            assertEquals(Option.some(2L), fixture.landed(propose(account, bob)).index());
        }

        @Test
        void opensSettingsForVotes() {
            fixture.lands(new BuildRequest.Propose(
                    account,
                    new Proposable.Settings(
                            Array.of(new SettingsEdit.SetThreshold(new Threshold(3))), LeaversLimits.REFUSE),
                    ann,
                    BuildOptions.DEFAULT));
            fixture.lands(votes(account, 1, Vote.APPROVE, bob, cem));
            fixture.pass(60);
            fixture.lands(execute(account, 1, ann));

            assertEquals(new Threshold(3), fixture.settings(account).roster().threshold());
        }

        @Test
        void isRefusedForSettingsHeldByAnAdmin() {
            Address held = fixture.account(NewAccount.of(1, ann).administeredBy(bob));

            assertEquals(
                    new BuildRefusal.Forbidden(new Refusal.SettingsRefused(new SettingsRefusal.HeldByAdmin(bob))),
                    fixture.refusal(new BuildRequest.Propose(
                            held,
                            new Proposable.Settings(
                                    Array.of(new SettingsEdit.SetTimeLock(new TimeLock(1))), LeaversLimits.REFUSE),
                            ann,
                            BuildOptions.DEFAULT)));
        }

        @Test
        void requiresThePermissionToInitiate() {
            Signer voter = new Signer(bob, Permissions.of(Permission.CAN_VOTE));
            Address other = fixture.account(NewAccount.of(1, NewAccount.allowedAll(ann), voter));

            assertEquals(
                    new BuildRefusal.Forbidden(new Refusal.NotAllowed(
                            new SignerRefusal.PermissionMissing(voter, Array.of(Permission.CAN_INITIATE)))),
                    fixture.refusal(propose(other, bob)));
            assertEquals(
                    new BuildRefusal.Forbidden(new Refusal.NotAllowed(new SignerRefusal.NotASigner(shop))),
                    fixture.refusal(propose(other, shop)));
        }
    }

    @Nested
    class Voting {

        Voting() {
            fixture.lands(propose(account, ann));
        }

        @Test
        void oneAfterAnotherLeadsToApproval() {
            TransactionPlan first = fixture.landed(votes(account, 1, Vote.APPROVE, ann));
            TransactionPlan second = fixture.landed(votes(account, 1, Vote.APPROVE, bob));

            assertEquals(new Phase.AwaitingVotes(1, new Threshold(2)), first.phase());
            assertEquals(
                    new Phase.AwaitingTimeLock(new TimeLock(60), EngineFixture.START.plusSeconds(60)), second.phase());
            assertInstanceOf(Proposal.Approved.class, fixture.proposal(account, 1));
        }

        @Test
        void togetherTakesNoMoreThanAreNeeded() {
            fixture.lands(votes(account, 1, Vote.APPROVE, cem));

            TransactionPlan built = fixture.landed(votes(account, 1, Vote.APPROVE, bob, ann));

            assertEquals(Array.of(bob), built.single().unsigned().signers());
        }

        @Test
        void withoutATimeLockLeadsToExecution() {
            Address free = fixture.account(NewAccount.of(1, ann));
            fixture.lands(propose(free, ann));

            assertEquals(
                    new Phase.AwaitingExecution(),
                    fixture.landed(votes(free, 1, Vote.APPROVE, ann)).phase());
        }

        @Test
        void againstItRejectsOnceApprovalIsOutOfReach() {
            assertEquals(
                    new Phase.AwaitingVotes(0, new Threshold(2)),
                    fixture.landed(votes(account, 1, Vote.REJECT, ann)).phase());

            TransactionPlan built = fixture.landed(votes(account, 1, Vote.REJECT, bob, cem));

            assertEquals(new Phase.Complete(), built.phase());
            assertEquals(Array.of(bob), built.single().unsigned().signers());
            assertInstanceOf(Proposal.Rejected.class, fixture.proposal(account, 1));
        }

        @Test
        void theOtherWayMovesTheVote() {
            fixture.lands(votes(account, 1, Vote.REJECT, ann));
            fixture.lands(votes(account, 1, Vote.APPROVE, ann));
            fixture.lands(votes(account, 1, Vote.APPROVE, bob));

            assertInstanceOf(Proposal.Approved.class, fixture.proposal(account, 1));
        }

        @Test
        void theSameTwiceIsRefused() {
            fixture.lands(votes(account, 1, Vote.APPROVE, ann));

            assertEquals(
                    stays(new ProposalRefusal.AlreadyVoted(ann, Vote.APPROVE)),
                    fixture.refusal(votes(account, 1, Vote.APPROVE, ann)));
        }

        @Test
        void toCancelRequiresAnApprovedProposal() {
            assertEquals(
                    stays(new ProposalRefusal.WrongState(
                            ProposalRefusal.Step.CANCEL, fixture.proposal(account, 1))),
                    fixture.refusal(votes(account, 1, Vote.CANCEL, ann)));

            fixture.lands(votes(account, 1, Vote.APPROVE, ann, bob));
            fixture.lands(votes(account, 1, Vote.CANCEL, cem));
            TransactionPlan built = fixture.landed(votes(account, 1, Vote.CANCEL, bob, ann));

            assertEquals(new Phase.Complete(), built.phase());
            assertEquals(Array.of(bob), built.single().unsigned().signers());
            assertInstanceOf(Proposal.Cancelled.class, fixture.proposal(account, 1));
        }

        @Test
        void toCancelCostsTheCancellerRoomForSignersAddedSince() {
            fixture.lands(votes(account, 1, Vote.APPROVE, ann, bob));
            addASigner();
            Address payer = fixture.person("payer");
            long before = fixture.ledger.lamports(cem);

            TransactionPlan own = fixture.builds(votes(account, 1, Vote.CANCEL, cem));
            TransactionPlan paid = fixture.landed(new BuildRequest.CastVotes(
                    account, 1, Vote.CANCEL, Array.of(cem), BuildOptions.DEFAULT.paidBy(payer)));

            assertEquals(own.single().fee().rents(), paid.single().fee().rents());
            assertEquals(Array.of(cem), paid.single().fee().rents().map(FeeQuote.Rent::payer));
            assertEquals(paid.single().fee().rent().bits(), before - fixture.ledger.lamports(cem));
            assertEquals(BaseUnits.of(2 * EngineFixture.SIGNATURE_FEE), paid.single().fee().total());
        }

        private void addASigner() {
            fixture.lands(EngineFixture.change(
                    account,
                    EngineFixture.byVoteOf(ann, bob),
                    new SettingsEdit.AddSigners(Array.of(NewAccount.allowedAll(shop)))));
            fixture.pass(60);
            fixture.lands(execute(account, 2, ann));
        }

        @Test
        void withoutVotersIsRefused() {
            assertEquals(new BuildRefusal.NobodyVotes(), fixture.refusal(votes(account, 1, Vote.APPROVE)));
        }

        @Test
        void onAMissingTransactionIsRefused() {
            assertEquals(new BuildRefusal.UnknownTransaction(2), fixture.refusal(votes(account, 2, Vote.APPROVE, ann)));
            assertEquals(new BuildRefusal.UnknownTransaction(0), fixture.refusal(votes(account, 0, Vote.APPROVE, ann)));
        }

        @Test
        void forATransactionThatCannotBeExecutedIsRefused() {
            LimitTerms terms = fixture.limitTerms("limit", new Token.Sol(), 5, bob);
            Address limit = fixture.limit(account, terms, EngineFixture.byVoteOf(ann, bob));
            fixture.pass(60);
            fixture.lands(execute(account, 2, ann));
            fixture.lands(proposeSettings(new SettingsEdit.RemoveSigner(bob)));
            fixture.lands(new BuildRequest.RemoveLimit(
                    account, limit, EngineFixture.byVoteOf(ann, bob), BuildOptions.DEFAULT));
            fixture.lands(votes(account, 3, Vote.APPROVE, ann));
            fixture.pass(60);
            fixture.landReturning(fixture.ledger.lamports(limit), fixture.builds(execute(account, 4, ann)));

            assertEquals(
                    new BuildRefusal.Unwise(new Warning.WouldNeverExecute(new Refusal.NoLimit(limit))),
                    fixture.refusal(votes(account, 3, Vote.APPROVE, cem)));
            fixture.lands(votes(account, 3, Vote.REJECT, bob, cem));
        }

        @Test
        void toCancelAStaleChangePromisesNoExecution() {
            fixture.lands(proposeSettings(new SettingsEdit.SetTimeLock(new TimeLock(5))));
            fixture.lands(votes(account, 2, Vote.APPROVE, ann, bob));
            fixture.lands(votes(account, 1, Vote.APPROVE, ann, bob));
            changeTheThreshold(3);

            assertEquals(
                    new Phase.NeverExecutable(),
                    fixture.landed(votes(account, 2, Vote.CANCEL, cem)).phase());
            assertInstanceOf(
                    Phase.AwaitingTimeLock.class,
                    fixture.landed(votes(account, 1, Vote.CANCEL, cem)).phase());
        }

        private BuildRequest proposeSettings(SettingsEdit edit) {
            return new BuildRequest.Propose(
                    account,
                    new Proposable.Settings(Array.of(edit), LeaversLimits.REVOKE),
                    ann,
                    BuildOptions.DEFAULT);
        }

        @Test
        void onAStaleTransactionIsRefused() {
            fixture.lands(propose(account, ann));
            changeTheThreshold(3);

            assertEquals(
                    stays(new ProposalRefusal.Stale(1, 3)), fixture.refusal(votes(account, 1, Vote.APPROVE, ann)));
        }
    }

    @Nested
    class Executing {

        Executing() {
            fixture.lands(propose(account, ann));
        }

        @Test
        void waitsForTheApprovals() {
            assertEquals(
                    stays(new ProposalRefusal.WrongState(
                            ProposalRefusal.Step.EXECUTE, fixture.proposal(account, 1))),
                    fixture.refusal(execute(account, 1, ann)));
        }

        @Test
        void waitsForTheTimeLock() {
            fixture.lands(votes(account, 1, Vote.APPROVE, ann, bob));
            fixture.pass(59);

            assertEquals(
                    stays(new ProposalRefusal.TimeLocked(
                            EngineFixture.START, new TimeLock(60), EngineFixture.START.plusSeconds(60))),
                    fixture.refusal(execute(account, 1, ann)));
            fixture.pass(1);
            fixture.lands(execute(account, 1, ann));
        }

        @Test
        void isByTheFirstSignerWithThePermission() {
            Address other = fixture.account(NewAccount.of(
                    1,
                    new Signer(ann, Permissions.of(Permission.CAN_INITIATE, Permission.CAN_VOTE)),
                    new Signer(bob, Permissions.of(Permission.CAN_EXECUTE)),
                    new Signer(cem, Permissions.of(Permission.CAN_EXECUTE))));
            fixture.lands(propose(other, ann));
            fixture.lands(votes(other, 1, Vote.APPROVE, ann));

            assertEquals(
                    new BuildRefusal.SignersInsufficient(
                            Array.of(new RoleProblem.NotSigners(Array.of(shop)), new RoleProblem.NobodyExecutes())),
                    fixture.refusal(execute(other, 1, ann, shop)));
            assertEquals(
                    new BuildRefusal.SignersInsufficient(Array.of(new RoleProblem.NotSigners(Array.of(shop)))),
                    fixture.refusal(execute(other, 1, cem, shop)));
            assertEquals(
                    Array.of(cem),
                    fixture.landed(execute(other, 1, ann, cem, bob)).single().unsigned().signers());
        }

        @Test
        void aStaleTransferThatWasApprovedBeforeStillWorks() {
            long before = fixture.ledger.lamports(shop);
            fixture.lands(votes(account, 1, Vote.APPROVE, ann, bob));
            changeTheThreshold(3);

            fixture.lands(execute(account, 1, ann));

            assertEquals(before + EngineFixture.SOL, fixture.ledger.lamports(shop));
        }

        @Test
        void happensOnce() {
            fixture.lands(votes(account, 1, Vote.APPROVE, ann, bob));
            fixture.pass(60);
            fixture.lands(execute(account, 1, ann));

            assertEquals(
                    stays(new ProposalRefusal.WrongState(
                            ProposalRefusal.Step.EXECUTE, fixture.proposal(account, 1))),
                    fixture.refusal(execute(account, 1, ann)));
        }
    }

    /** By a transaction of its own, which makes every one before it stale. */
    private void changeTheThreshold(int threshold) {
        TransactionPlan built = fixture.landed(EngineFixture.change(
                account, EngineFixture.byVoteOf(ann, bob), new SettingsEdit.SetThreshold(new Threshold(threshold))));
        fixture.pass(60);
        fixture.lands(execute(account, built.index().get(), ann));
    }

    private BuildRequest propose(Address of, Address proposer) {
        Bytes transfer = ClientTransactions.transfer(of, shop, EngineFixture.SOL);
        return new BuildRequest.Propose(of, new Proposable.Transaction(transfer), proposer, BuildOptions.DEFAULT);
    }

    private static BuildRefusal stays(ProposalRefusal why) {
        return new BuildRefusal.Forbidden(new Refusal.ProposalRefused(1, why));
    }
}
