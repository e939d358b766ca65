package dev.mandate.engine;

import static dev.mandate.engine.Scene.execute;
import static dev.mandate.engine.Scene.votes;
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
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.ports.custody.FeeQuote;
import dev.mandate.ports.custody.LeaversLimits;
import dev.mandate.ports.custody.Phase;
import dev.mandate.ports.custody.Proposable;
import dev.mandate.ports.custody.SettingsEdit;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** One step at a time, for people who sign apart. */
class LifeCycleTest {

    private final Scene scene = new Scene();
    private final Address ann = scene.person("ann");
    private final Address bob = scene.person("bob");
    private final Address cem = scene.person("cem");
    private final Address collector = scene.key("collector");
    private final Address shop = scene.person("shop");
    private final Address account = scene.account(
            Founding.of(2, ann, bob, cem).lockedFor(60).collectingRentFor(collector));

    @Nested
    class Proposing {

        @Test
        void opensATransactionForVotes() {
            TransactionPlan built = scene.landed(propose(account, ann));

            assertEquals(new Phase.AwaitingVotes(0, new Threshold(2)), built.phase());
            assertEquals(Option.some(1L), built.index());
            assertEquals(Array.of(ann), built.single().unsigned().signers());
            assertInstanceOf(Proposal.Active.class, scene.proposal(account, 1));
        }

        @Test
        void countsOn() {
            scene.lands(propose(account, ann));

            assertEquals(Option.some(2L), scene.landed(propose(account, bob)).index());
        }

        @Test
        void opensSettingsForVotes() {
            scene.lands(new BuildRequest.Propose(
                    account,
                    new Proposable.Settings(
                            Array.of(new SettingsEdit.SetThreshold(new Threshold(3))), LeaversLimits.REFUSE),
                    ann,
                    BuildOptions.DEFAULT));
            scene.lands(votes(account, 1, Vote.APPROVE, bob, cem));
            scene.pass(60);
            scene.lands(execute(account, 1, ann));

            assertEquals(new Threshold(3), scene.settings(account).roster().threshold());
        }

        @Test
        void opensSettingsOfAnAdminForNobody() {
            Address held = scene.account(Founding.of(1, ann).administeredBy(bob));

            assertEquals(
                    new BuildRefusal.Forbidden(new Refusal.SettingsStay(new SettingsRefusal.HeldByAdmin(bob))),
                    scene.refusal(new BuildRequest.Propose(
                            held,
                            new Proposable.Settings(
                                    Array.of(new SettingsEdit.SetTimeLock(new TimeLock(1))), LeaversLimits.REFUSE),
                            ann,
                            BuildOptions.DEFAULT)));
        }

        @Test
        void isForThoseWhoMayInitiate() {
            Signer voter = new Signer(bob, Permissions.of(Permission.CAN_VOTE));
            Address other = scene.account(Founding.of(1, Founding.allowedAll(ann), voter));

            assertEquals(
                    new BuildRefusal.Forbidden(new Refusal.NotAllowed(
                            new SignerRefusal.PermissionMissing(voter, Array.of(Permission.CAN_INITIATE)))),
                    scene.refusal(propose(other, bob)));
            assertEquals(
                    new BuildRefusal.Forbidden(new Refusal.NotAllowed(new SignerRefusal.NotASigner(shop))),
                    scene.refusal(propose(other, shop)));
        }
    }

    @Nested
    class Voting {

        Voting() {
            scene.lands(propose(account, ann));
        }

        @Test
        void oneAfterAnotherLeadsToApproval() {
            TransactionPlan first = scene.landed(votes(account, 1, Vote.APPROVE, ann));
            TransactionPlan second = scene.landed(votes(account, 1, Vote.APPROVE, bob));

            assertEquals(new Phase.AwaitingVotes(1, new Threshold(2)), first.phase());
            assertEquals(
                    new Phase.AwaitingTimeLock(new TimeLock(60), Scene.START.plusSeconds(60)), second.phase());
            assertInstanceOf(Proposal.Approved.class, scene.proposal(account, 1));
        }

        @Test
        void togetherTakesNoMoreThanAreNeeded() {
            scene.lands(votes(account, 1, Vote.APPROVE, cem));

            TransactionPlan built = scene.landed(votes(account, 1, Vote.APPROVE, bob, ann));

            assertEquals(Array.of(bob), built.single().unsigned().signers());
        }

        @Test
        void withoutATimeLockLeadsToExecution() {
            Address free = scene.account(Founding.of(1, ann));
            scene.lands(propose(free, ann));

            assertEquals(
                    new Phase.AwaitingExecution(),
                    scene.landed(votes(free, 1, Vote.APPROVE, ann)).phase());
        }

        @Test
        void againstItRejectsOnceApprovalIsOutOfReach() {
            assertEquals(
                    new Phase.AwaitingVotes(0, new Threshold(2)),
                    scene.landed(votes(account, 1, Vote.REJECT, ann)).phase());

            TransactionPlan built = scene.landed(votes(account, 1, Vote.REJECT, bob, cem));

            assertEquals(new Phase.Complete(), built.phase());
            assertEquals(Array.of(bob), built.single().unsigned().signers());
            assertInstanceOf(Proposal.Rejected.class, scene.proposal(account, 1));
        }

        @Test
        void theOtherWayMovesTheVote() {
            scene.lands(votes(account, 1, Vote.REJECT, ann));
            scene.lands(votes(account, 1, Vote.APPROVE, ann));
            scene.lands(votes(account, 1, Vote.APPROVE, bob));

            assertInstanceOf(Proposal.Approved.class, scene.proposal(account, 1));
        }

        @Test
        void theSameTwiceIsRefused() {
            scene.lands(votes(account, 1, Vote.APPROVE, ann));

            assertEquals(
                    stays(new ProposalRefusal.AlreadyVoted(ann, Vote.APPROVE)),
                    scene.refusal(votes(account, 1, Vote.APPROVE, ann)));
        }

        @Test
        void toCancelIsForWhatIsApproved() {
            assertEquals(
                    stays(new ProposalRefusal.WrongState(
                            ProposalRefusal.Step.CANCEL, scene.proposal(account, 1))),
                    scene.refusal(votes(account, 1, Vote.CANCEL, ann)));

            scene.lands(votes(account, 1, Vote.APPROVE, ann, bob));
            scene.lands(votes(account, 1, Vote.CANCEL, cem));
            TransactionPlan built = scene.landed(votes(account, 1, Vote.CANCEL, bob, ann));

            assertEquals(new Phase.Complete(), built.phase());
            assertEquals(Array.of(bob), built.single().unsigned().signers());
            assertInstanceOf(Proposal.Cancelled.class, scene.proposal(account, 1));
        }

        @Test
        void toCancelCostsTheCancellerRoomForSignersAddedSince() {
            scene.lands(votes(account, 1, Vote.APPROVE, ann, bob));
            addASigner();
            Address payer = scene.person("payer");
            long before = scene.ledger.lamports(cem);

            TransactionPlan own = scene.builds(votes(account, 1, Vote.CANCEL, cem));
            TransactionPlan paid = scene.landed(new BuildRequest.CastVotes(
                    account, 1, Vote.CANCEL, Array.of(cem), BuildOptions.DEFAULT.paidBy(payer)));

            assertEquals(own.single().fee().rents(), paid.single().fee().rents());
            assertEquals(Array.of(cem), paid.single().fee().rents().map(FeeQuote.Rent::payer));
            assertEquals(paid.single().fee().rent().bits(), before - scene.ledger.lamports(cem));
            assertEquals(BaseUnits.of(2 * Scene.SIGNATURE_FEE), paid.single().fee().total());
        }

        private void addASigner() {
            scene.lands(Scene.change(
                    account,
                    Scene.byVoteOf(ann, bob),
                    new SettingsEdit.AddSigners(Array.of(Founding.allowedAll(shop)))));
            scene.pass(60);
            scene.lands(execute(account, 2, ann));
        }

        @Test
        void byNobodyIsNoVote() {
            assertEquals(new BuildRefusal.NobodyVotes(), scene.refusal(votes(account, 1, Vote.APPROVE)));
        }

        @Test
        void onWhatIsNotThereIsRefused() {
            assertEquals(new BuildRefusal.UnknownTransaction(2), scene.refusal(votes(account, 2, Vote.APPROVE, ann)));
            assertEquals(new BuildRefusal.UnknownTransaction(0), scene.refusal(votes(account, 0, Vote.APPROVE, ann)));
        }

        @Test
        void forWhatCanNoLongerBeExecutedIsRefused() {
            LimitTerms terms = scene.limitTerms("limit", new Token.Sol(), 5, bob);
            Address limit = scene.limit(account, terms, Scene.byVoteOf(ann, bob));
            scene.pass(60);
            scene.lands(execute(account, 2, ann));
            scene.lands(proposeSettings(new SettingsEdit.RemoveSigner(bob)));
            scene.lands(new BuildRequest.RemoveLimit(
                    account, limit, Scene.byVoteOf(ann, bob), BuildOptions.DEFAULT));
            scene.lands(votes(account, 3, Vote.APPROVE, ann));
            scene.pass(60);
            scene.landReturning(scene.ledger.lamports(limit), scene.builds(execute(account, 4, ann)));

            assertEquals(
                    new BuildRefusal.Unwise(new Warning.WouldNeverExecute(new Refusal.NoLimit(limit))),
                    scene.refusal(votes(account, 3, Vote.APPROVE, cem)));
            scene.lands(votes(account, 3, Vote.REJECT, bob, cem));
        }

        @Test
        void toCancelAStaleChangePromisesNoExecution() {
            scene.lands(proposeSettings(new SettingsEdit.SetTimeLock(new TimeLock(5))));
            scene.lands(votes(account, 2, Vote.APPROVE, ann, bob));
            scene.lands(votes(account, 1, Vote.APPROVE, ann, bob));
            changeTheThreshold(3);

            assertEquals(
                    new Phase.NeverExecutable(),
                    scene.landed(votes(account, 2, Vote.CANCEL, cem)).phase());
            assertInstanceOf(
                    Phase.AwaitingTimeLock.class,
                    scene.landed(votes(account, 1, Vote.CANCEL, cem)).phase());
        }

        private BuildRequest proposeSettings(SettingsEdit edit) {
            return new BuildRequest.Propose(
                    account,
                    new Proposable.Settings(Array.of(edit), LeaversLimits.REVOKE),
                    ann,
                    BuildOptions.DEFAULT);
        }

        @Test
        void onWhatIsStaleIsRefused() {
            scene.lands(propose(account, ann));
            changeTheThreshold(3);

            assertEquals(
                    stays(new ProposalRefusal.Stale(1, 3)), scene.refusal(votes(account, 1, Vote.APPROVE, ann)));
        }
    }

    @Nested
    class Executing {

        Executing() {
            scene.lands(propose(account, ann));
        }

        @Test
        void waitsForTheApprovals() {
            assertEquals(
                    stays(new ProposalRefusal.WrongState(
                            ProposalRefusal.Step.EXECUTE, scene.proposal(account, 1))),
                    scene.refusal(execute(account, 1, ann)));
        }

        @Test
        void waitsForTheTimeLock() {
            scene.lands(votes(account, 1, Vote.APPROVE, ann, bob));
            scene.pass(59);

            assertEquals(
                    stays(new ProposalRefusal.TimeLocked(
                            Scene.START, new TimeLock(60), Scene.START.plusSeconds(60))),
                    scene.refusal(execute(account, 1, ann)));
            scene.pass(1);
            scene.lands(execute(account, 1, ann));
        }

        @Test
        void isForTheFirstWhoMay() {
            Address other = scene.account(Founding.of(
                    1,
                    new Signer(ann, Permissions.of(Permission.CAN_INITIATE, Permission.CAN_VOTE)),
                    new Signer(bob, Permissions.of(Permission.CAN_EXECUTE)),
                    new Signer(cem, Permissions.of(Permission.CAN_EXECUTE))));
            scene.lands(propose(other, ann));
            scene.lands(votes(other, 1, Vote.APPROVE, ann));

            assertEquals(
                    new BuildRefusal.SignersInsufficient(
                            Array.of(new RoleProblem.NotSigners(Array.of(shop)), new RoleProblem.NobodyExecutes())),
                    scene.refusal(execute(other, 1, ann, shop)));
            assertEquals(
                    new BuildRefusal.SignersInsufficient(Array.of(new RoleProblem.NotSigners(Array.of(shop)))),
                    scene.refusal(execute(other, 1, cem, shop)));
            assertEquals(
                    Array.of(cem),
                    scene.landed(execute(other, 1, ann, cem, bob)).single().unsigned().signers());
        }

        @Test
        void aStaleTransferThatWasApprovedBeforeStillWorks() {
            long before = scene.ledger.lamports(shop);
            scene.lands(votes(account, 1, Vote.APPROVE, ann, bob));
            changeTheThreshold(3);

            scene.lands(execute(account, 1, ann));

            assertEquals(before + Scene.SOL, scene.ledger.lamports(shop));
        }

        @Test
        void happensOnce() {
            scene.lands(votes(account, 1, Vote.APPROVE, ann, bob));
            scene.pass(60);
            scene.lands(execute(account, 1, ann));

            assertEquals(
                    stays(new ProposalRefusal.WrongState(
                            ProposalRefusal.Step.EXECUTE, scene.proposal(account, 1))),
                    scene.refusal(execute(account, 1, ann)));
        }
    }

    /** By a transaction of its own, which makes every one before it stale. */
    private void changeTheThreshold(int threshold) {
        TransactionPlan built = scene.landed(Scene.change(
                account, Scene.byVoteOf(ann, bob), new SettingsEdit.SetThreshold(new Threshold(threshold))));
        scene.pass(60);
        scene.lands(execute(account, built.index().get(), ann));
    }

    private BuildRequest propose(Address of, Address proposer) {
        Bytes transfer = Client.transfer(of, shop, Scene.SOL);
        return new BuildRequest.Propose(of, new Proposable.Transaction(transfer), proposer, BuildOptions.DEFAULT);
    }

    private static BuildRefusal stays(ProposalRefusal why) {
        return new BuildRefusal.Forbidden(new Refusal.ProposalStays(1, why));
    }
}
