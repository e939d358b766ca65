package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.byVoteOf;
import static dev.mandate.engine.EngineFixture.change;
import static dev.mandate.engine.NewAccount.allowedAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.RoleProblem;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.program.NewStorage;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SettingsByVoteTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address cem = fixture.person("cem");
    private final Address dee = fixture.person("dee");

    @Nested
    class Edits {

        private final Address account = fixture.account(NewAccount.of(2, ann, bob, cem));

        @Test
        void addSigners() {
            Signer observer = new Signer(fixture.key("eve"), Permissions.NONE);

            lands(new SettingsEdit.AddSigners(Array.of(allowedAll(dee), observer)));

            assertEquals(
                    Array.of(allowedAll(ann), allowedAll(bob), allowedAll(cem), allowedAll(dee), observer)
                            .sortBy(Signer::address),
                    fixture.settings(account).roster().signers());
        }

        @Test
        void removeASigner() {
            lands(new SettingsEdit.RemoveSigner(cem));

            assertEquals(Array.of(ann, bob).sorted(), addresses());
        }

        @Test
        void replaceAllSigners() {
            Signer voter = new Signer(ann, Permissions.of(Permission.CAN_VOTE));

            lands(new SettingsEdit.ReplaceSigners(Array.of(allowedAll(dee), voter)));

            assertEquals(
                    Array.of(allowedAll(dee), voter).sortBy(Signer::address),
                    fixture.settings(account).roster().signers());
        }

        @Test
        void setTheThreshold() {
            lands(new SettingsEdit.SetThreshold(new Threshold(3)));

            assertEquals(new Threshold(3), fixture.settings(account).roster().threshold());
        }

        @Test
        void setTheTimeLock() {
            lands(new SettingsEdit.SetTimeLock(new TimeLock(TimeLock.MAX_SECONDS)));

            assertEquals(new TimeLock(TimeLock.MAX_SECONDS), fixture.settings(account).timeLock());
        }

        @Test
        void setAndClearTheRentCollector() {
            lands(new SettingsEdit.SetRentCollector(dee));
            assertEquals(Option.some(dee), fixture.settings(account).rentCollector());

            lands(SettingsEdit.SetRentCollector.none());
            assertEquals(Option.none(), fixture.settings(account).rentCollector());
        }

        @Test
        void makeOneChangeTogether() {
            TransactionPlan built = fixture.landed(change(
                    account,
                    byVoteOf(ann, bob),
                    new SettingsEdit.RemoveSigner(cem),
                    new SettingsEdit.AddSigners(Array.of(allowedAll(dee))),
                    new SettingsEdit.SetThreshold(new Threshold(3)),
                    new SettingsEdit.SetTimeLock(new TimeLock(10))));

            assertEquals(Option.some(1L), built.index());
            assertEquals(Array.of(ann, bob, dee).sorted(), addresses());
            assertEquals(new Threshold(3), fixture.settings(account).roster().threshold());
            assertEquals(new TimeLock(10), fixture.settings(account).timeLock());
        }

        @Test
        void areRefusedIfTheOutcomeCouldNotBeGoverned() {
            assertEquals(
                    ungovernable(new SettingsProblem.ThresholdExceedsVoters(new Threshold(2), 1)),
                    refusal(new SettingsEdit.RemoveSigner(ann), new SettingsEdit.RemoveSigner(bob)));
            assertEquals(
                    ungovernable(new SettingsProblem.TimeLockTooLong(
                            new TimeLock(TimeLock.MAX_SECONDS + 1), TimeLock.MAX_SECONDS)),
                    refusal(new SettingsEdit.SetTimeLock(new TimeLock(TimeLock.MAX_SECONDS + 1))));
        }

        @Test
        void areRefusedIfTheyMakeNoSense() {
            assertEquals(
                    forbidden(new SettingsRefusal.AlreadyASigner(ann)),
                    refusal(new SettingsEdit.AddSigners(Array.of(allowedAll(ann)))));
            assertEquals(
                    forbidden(new SettingsRefusal.NoSuchSigner(dee)), refusal(new SettingsEdit.RemoveSigner(dee)));
        }

        @Test
        void areRefusedIfTheyChangeNothing() {
            BuildRefusal nothing = forbidden(new SettingsRefusal.NothingToChange());

            assertEquals(nothing, refusal());
            assertEquals(nothing, refusal(new SettingsEdit.SetThreshold(new Threshold(2))));
        }

        private void lands(SettingsEdit... edits) {
            fixture.lands(change(account, byVoteOf(ann, bob), edits));
        }

        private BuildRefusal refusal(SettingsEdit... edits) {
            return fixture.refusal(change(account, byVoteOf(ann, bob), edits));
        }

        private Array<Address> addresses() {
            return fixture.settings(account).roster().signers().map(Signer::address);
        }
    }

    @Nested
    class Signers {

        private final Address account = fixture.account(NewAccount.of(2, ann, bob, cem));
        private final SettingsEdit edit = new SettingsEdit.SetRentCollector(ann);

        @Test
        void areAsManyAsTheThresholdAsksInTheOrderGiven() {
            TransactionPlan built = fixture.landed(change(account, byVoteOf(cem, ann, bob), edit));

            assertEquals(Array.of(cem, ann), built.single().unsigned().signers());
            assertEquals(
                    Array.of(ann, cem).sorted(), approvals(fixture.proposal(account, 1)));
        }

        @Test
        void areNotAskedTwice() {
            assertEquals(
                    new BuildRefusal.SignersInsufficient(
                            Array.of(new RoleProblem.TooFewVoters(1, new Threshold(2)))),
                    fixture.refusal(change(account, byVoteOf(ann, ann), edit)));
        }

        @Test
        void strangersAreNamed() {
            assertEquals(
                    new BuildRefusal.SignersInsufficient(Array.of(new RoleProblem.NotSigners(Array.of(dee)))),
                    fixture.refusal(change(account, byVoteOf(ann, bob, dee), edit)));
        }

        @Test
        void areNeeded() {
            assertEquals(
                    new BuildRefusal.SignersInsufficient(Array.of(
                            new RoleProblem.NobodyProposes(),
                            new RoleProblem.TooFewVoters(0, new Threshold(2)),
                            new RoleProblem.NobodyExecutes())),
                    fixture.refusal(change(account, byVoteOf(), edit)));
        }
    }

    @Nested
    class Roles {

        private final Address account = fixture.account(NewAccount.of(
                2,
                new Signer(ann, Permissions.of(Permission.CAN_INITIATE)),
                new Signer(bob, Permissions.of(Permission.CAN_VOTE)),
                new Signer(cem, Permissions.of(Permission.CAN_VOTE)),
                new Signer(dee, Permissions.of(Permission.CAN_EXECUTE))));
        private final SettingsEdit edit = new SettingsEdit.SetRentCollector(ann);

        @Test
        void areFilledBySignersWithThePermission() {
            TransactionPlan built = fixture.landed(change(account, byVoteOf(dee, cem, bob, ann), edit));

            assertEquals(
                    Array.of(ann, bob, cem, dee).toSet(), built.single().unsigned().signers().toSet());
            assertEquals(Array.of(bob, cem).sorted(), approvals(fixture.proposal(account, 1)));
        }

        @Test
        void areAllRequired() {
            assertEquals(
                    new BuildRefusal.SignersInsufficient(
                            Array.of(new RoleProblem.NobodyProposes(), new RoleProblem.NobodyExecutes())),
                    fixture.refusal(change(account, byVoteOf(bob, cem), edit)));
        }

        @Test
        void areFilledByAsFewPeopleAsPossible() {
            Address eve = fixture.person("eve");
            Address other = fixture.account(NewAccount.of(
                    1,
                    new Signer(ann, Permissions.of(Permission.CAN_INITIATE)),
                    new Signer(bob, Permissions.of(Permission.CAN_VOTE, Permission.CAN_EXECUTE)),
                    allowedAll(eve)));

            assertEquals(
                    Array.of(eve),
                    fixture.landed(change(other, byVoteOf(ann, bob, eve), edit)).single().unsigned().signers());
        }
    }

    @Nested
    class WithATimeLock {

        private final Address account = fixture.account(NewAccount.of(2, ann, bob, cem).lockedFor(3_600));

        @Test
        void theChangeIsApprovedAndExecutedLater() {
            TransactionPlan built = fixture.landed(change(
                    account, byVoteOf(ann, bob), new SettingsEdit.AddSigners(Array.of(allowedAll(dee)))));

            assertEquals(
                    new Phase.AwaitingTimeLock(new TimeLock(3_600), EngineFixture.START.plusSeconds(3_600)), built.phase());
            assertEquals(3, fixture.settings(account).roster().signers().length());

            fixture.pass(3_600);
            fixture.lands(EngineFixture.execute(account, 1, cem));
            assertEquals(4, fixture.settings(account).roster().signers().length());
        }

        @Test
        void noExecutorIsNeededAtTheVote() {
            Address other = fixture.account(NewAccount.of(
                            1,
                            new Signer(ann, Permissions.of(Permission.CAN_INITIATE, Permission.CAN_VOTE)),
                            new Signer(bob, Permissions.of(Permission.CAN_EXECUTE)))
                    .lockedFor(1));

            TransactionPlan built = fixture.landed(
                    change(other, byVoteOf(ann), new SettingsEdit.SetThreshold(new Threshold(1)),
                            new SettingsEdit.SetTimeLock(TimeLock.NONE)));

            assertEquals(Array.of(ann), built.single().unsigned().signers());
        }
    }

    @Nested
    class Fee {

        @Test
        void hasTheRentOfTransactionProposalAndGrowth() {
            Address account = fixture.account(NewAccount.of(1, ann).collectingRentFor(cem));

            TransactionPlan built = fixture.landed(
                    change(account, byVoteOf(ann), new SettingsEdit.AddSigners(Array.of(allowedAll(dee)))));

            assertEquals(
                    Array.of(NewStorage.Kind.TRANSACTION, NewStorage.Kind.PROPOSAL, NewStorage.Kind.SETTINGS),
                    built.single().fee().rents().map(FeeQuote.Rent::kind));
            assertEquals(
                    Array.of(Option.some(cem), Option.some(cem), Option.none()),
                    built.single().fee().rents().map(FeeQuote.Rent::returnsTo));
            assertEquals(BaseUnits.of(EngineFixture.SIGNATURE_FEE), built.single().fee().signatures());
        }

        @Test
        void hasNoRentForRoomThatIsThereAlready() {
            Address account = fixture.account(NewAccount.of(1, ann));
            fixture.lands(change(account, byVoteOf(ann), new SettingsEdit.AddSigners(Array.of(allowedAll(dee)))));

            TransactionPlan built = fixture.landed(
                    change(account, byVoteOf(ann), new SettingsEdit.AddSigners(Array.of(allowedAll(bob)))));

            assertEquals(
                    Array.of(NewStorage.Kind.TRANSACTION, NewStorage.Kind.PROPOSAL),
                    built.single().fee().rents().map(FeeQuote.Rent::kind));
        }

        @Test
        void returnsToTheRentCollectorSetByTheChange() {
            Address account = fixture.account(NewAccount.of(1, ann));

            TransactionPlan built = fixture.landed(
                    change(account, byVoteOf(ann), new SettingsEdit.SetRentCollector(bob)));

            assertEquals(
                    Array.of(Option.some(bob), Option.some(bob)),
                    built.single().fee().rents().map(FeeQuote.Rent::returnsTo));
        }
    }

    @Test
    void votesCannotChangeSettingsHeldByAnAdmin() {
        Address account = fixture.account(NewAccount.of(1, ann, bob).administeredBy(dee));

        assertEquals(
                forbidden(new SettingsRefusal.HeldByAdmin(dee)),
                fixture.refusal(change(account, byVoteOf(ann), new SettingsEdit.SetThreshold(new Threshold(2)))));
    }

    private static BuildRefusal forbidden(SettingsRefusal why) {
        return new BuildRefusal.Forbidden(new Refusal.SettingsRefused(why));
    }

    private static BuildRefusal ungovernable(SettingsProblem... problems) {
        return forbidden(new SettingsRefusal.Ungovernable(Array.of(problems)));
    }

    private static Array<Address> approvals(Proposal proposal) {
        return switch (proposal) {
            case Proposal.Executed executed -> executed.ballot().approvals().toArray();
            case Proposal.Draft draft -> throw new AssertionError(draft);
            case Proposal.Active active -> throw new AssertionError(active);
            case Proposal.Approved approved -> throw new AssertionError(approved);
            case Proposal.Rejected rejected -> throw new AssertionError(rejected);
            case Proposal.Cancelled cancelled -> throw new AssertionError(cancelled);
        };
    }
}
