package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.byAdmin;
import static dev.mandate.engine.EngineFixture.change;
import static dev.mandate.engine.NewAccount.allowedAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.program.NewStorage;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SettingsByAdminTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address cem = fixture.person("cem");
    private final Address admin = fixture.person("admin");

    @Nested
    class Edits {

        private final Address account =
                fixture.account(NewAccount.of(2, ann, bob).lockedFor(3_600).administeredBy(admin));

        @Test
        void holdAtOnceAlthoughThereIsATimeLock() {
            TransactionPlan built = landed(
                    new SettingsEdit.SetTimeLock(new TimeLock(7_200)),
                    new SettingsEdit.SetRentCollector(cem));

            assertEquals(new Phase.Complete(), built.phase());
            assertEquals(Option.none(), built.index());
            assertEquals(Array.of(admin), built.single().unsigned().signers());
            assertEquals(new TimeLock(7_200), fixture.settings(account).timeLock());
            assertEquals(Option.some(cem), fixture.settings(account).rentCollector());
        }

        @Test
        void raiseTheThresholdWithTheSigners() {
            fixture.lands(change(
                    account,
                    byAdmin(),
                    new SettingsEdit.SetThreshold(new Threshold(3)),
                    new SettingsEdit.AddSigners(Array.of(allowedAll(cem)))));

            assertHeldBy(3, allowedAll(ann), allowedAll(bob), allowedAll(cem));
        }

        @Test
        void lowerTheThresholdWithTheSigners() {
            fixture.lands(change(
                    account,
                    byAdmin(),
                    new SettingsEdit.RemoveSigner(bob),
                    new SettingsEdit.SetThreshold(new Threshold(1))));

            assertHeldBy(1, allowedAll(ann));
        }

        @Test
        void replaceAllSignersAndStayGovernableThroughout() {
            Signer proposer = new Signer(cem, Permissions.of(Permission.CAN_INITIATE, Permission.CAN_VOTE));
            Signer executor =
                    new Signer(fixture.key("dee"), Permissions.of(Permission.CAN_EXECUTE, Permission.CAN_VOTE));

            fixture.lands(change(account, byAdmin(), new SettingsEdit.ReplaceSigners(Array.of(proposer, executor))));

            assertHeldBy(2, proposer, executor);
        }

        @Test
        void changePermissionsWithoutLosingTheThreshold() {
            Signer voter = new Signer(ann, Permissions.of(Permission.CAN_VOTE));

            fixture.lands(
                    change(account, byAdmin(), new SettingsEdit.ReplaceSigners(Array.of(voter, allowedAll(bob)))));

            assertHeldBy(2, voter, allowedAll(bob));
        }

        @Test
        void areRefusedIfTheOutcomeCouldNotBeGoverned() {
            assertEquals(
                    forbidden(new SettingsRefusal.Ungovernable(Array.of(
                            new SettingsProblem.ThresholdExceedsVoters(new Threshold(2), 1)))),
                    fixture.refusal(change(account, byAdmin(), new SettingsEdit.RemoveSigner(ann))));
        }

        @Test
        void areRefusedIfTheyChangeNothing() {
            assertEquals(
                    forbidden(new SettingsRefusal.NothingToChange()),
                    fixture.refusal(change(
                            account, byAdmin(), new SettingsEdit.SetTimeLock(new TimeLock(3_600)))));
        }

        private TransactionPlan landed(SettingsEdit... edits) {
            return fixture.landed(change(account, byAdmin(), edits));
        }

        private void assertHeldBy(int threshold, Signer... signers) {
            assertEquals(
                    Array.of(signers).sortBy(Signer::address),
                    fixture.settings(account).roster().signers());
            assertEquals(
                    new Threshold(threshold), fixture.settings(account).roster().threshold());
        }
    }

    @Nested
    class TheOnlyExecutor {

        private final Signer executor = new Signer(bob, Permissions.of(Permission.CAN_EXECUTE));
        private final Address account =
                fixture.account(NewAccount.of(1, new Signer(ann, Permissions.of(Permission.CAN_INITIATE, Permission.CAN_VOTE)), executor)
                        .administeredBy(admin));

        @Test
        void getsOtherPermissionsWhileAStandInActs() {
            Signer voting = new Signer(bob, Permissions.of(Permission.CAN_EXECUTE, Permission.CAN_VOTE));
            Signer proposing = new Signer(ann, Permissions.of(Permission.CAN_INITIATE));

            TransactionPlan built = fixture.landed(
                    change(account, byAdmin(), new SettingsEdit.ReplaceSigners(Array.of(voting, proposing))));

            assertEquals(Array.of(admin), built.single().unsigned().signers());
            // In comes the stand-in, out and in each of the two, out goes the stand-in.
            assertEquals(2 + 6, EngineFixture.instructions(built));
            assertEquals(
                    Array.of(voting, proposing).sortBy(Signer::address),
                    fixture.settings(account).roster().signers());
        }

        @Test
        void isTheOnlySignerAndCanGetOtherPermissions() {
            Address alone = fixture.account(NewAccount.of(1, ann).administeredBy(admin));
            Signer observer = new Signer(ann, Permissions.NONE);

            fixture.lands(change(
                    alone, byAdmin(), new SettingsEdit.ReplaceSigners(Array.of(observer, allowedAll(cem)))));

            assertEquals(
                    Array.of(observer, allowedAll(cem)).sortBy(Signer::address),
                    fixture.settings(alone).roster().signers());
        }

        @Test
        void getsOtherPermissionsAlthoughTheAccountsOwnAddressesAreSigners() {
            Address settings = fixture.custody.account(account).get().ref().settings().address();
            Array<Signer> own = Array.of(admin, account, settings).map(address -> new Signer(address, Permissions.NONE));
            fixture.lands(change(account, byAdmin(), new SettingsEdit.AddSigners(own)));
            Array<Signer> others = own.append(
                            new Signer(bob, Permissions.of(Permission.CAN_EXECUTE, Permission.CAN_VOTE)))
                    .append(new Signer(ann, Permissions.of(Permission.CAN_INITIATE)));

            fixture.lands(change(account, byAdmin(), new SettingsEdit.ReplaceSigners(others)));

            assertEquals(
                    others.sortBy(Signer::address), fixture.settings(account).roster().signers());
        }

        @Test
        void canBeTheAdmin() {
            Address own = fixture.account(NewAccount.of(1, admin, ann).administeredBy(admin));
            Signer observer = new Signer(admin, Permissions.NONE);

            fixture.lands(change(
                    own, byAdmin(), new SettingsEdit.ReplaceSigners(Array.of(observer, allowedAll(ann)))));

            assertEquals(
                    Array.of(observer, allowedAll(ann)).sortBy(Signer::address),
                    fixture.settings(own).roster().signers());
        }
    }

    @Nested
    class Fee {

        private final Address account = fixture.account(NewAccount.of(1, ann).administeredBy(admin));

        @Test
        void hasRentOnlyWhereTheAccountGrows() {
            TransactionPlan grown = fixture.landed(
                    change(account, byAdmin(), new SettingsEdit.AddSigners(Array.of(allowedAll(bob)))));
            TransactionPlan within = fixture.landed(
                    change(account, byAdmin(), new SettingsEdit.AddSigners(Array.of(allowedAll(cem)))));

            assertEquals(
                    Array.of(NewStorage.Kind.SETTINGS), grown.single().fee().rents().map(FeeQuote.Rent::kind));
            assertEquals(Array.empty(), within.single().fee().rents());
        }

        @Test
        void isPaidByTheRequestedPayer() {
            BuildRequest request = new BuildRequest.ChangeSettings(
                    account,
                    Array.of(new SettingsEdit.AddSigners(Array.of(allowedAll(bob)))),
                    byAdmin(),
                    LeaversLimits.REFUSE,
                    BuildOptions.DEFAULT.paidBy(cem));

            assertEquals(Array.of(cem, admin), fixture.landed(request).single().unsigned().signers());
        }
    }

    @Nested
    class HandingOver {

        private final Address account = fixture.account(NewAccount.of(1, ann).administeredBy(admin));

        @Test
        void givesTheControlToAnother() {
            TransactionPlan built = fixture.landed(handOver(account, new AdminControl.HeldBy(bob)));

            assertEquals(Array.of(admin), built.single().unsigned().signers());
            assertEquals(new AdminControl.HeldBy(bob), fixture.settings(account).admin());
            assertEquals(
                    Array.of(bob),
                    fixture.landed(change(account, byAdmin(), new SettingsEdit.SetTimeLock(new TimeLock(1))))
                            .single().unsigned()
                            .signers());
        }

        @Test
        void withoutASuccessorIsFinal() {
            fixture.lands(handOver(account, new AdminControl.None()));

            assertEquals(new AdminControl.None(), fixture.settings(account).admin());
            assertEquals(
                    new BuildRefusal.AdminCannotBeAdded(account),
                    fixture.refusal(handOver(account, new AdminControl.HeldBy(admin))));
            assertEquals(
                    new BuildRefusal.NoAdmin(account),
                    fixture.refusal(change(account, byAdmin(), new SettingsEdit.SetTimeLock(new TimeLock(1)))));
        }

        @Test
        void withoutASuccessorGivesTheSettingsToTheThreshold() {
            fixture.lands(handOver(account, new AdminControl.None()));

            fixture.lands(change(account, EngineFixture.byVoteOf(ann), new SettingsEdit.SetTimeLock(new TimeLock(9))));

            assertEquals(new TimeLock(9), fixture.settings(account).timeLock());
        }

        @Test
        void makesOpenProposalsStale() {
            fixture.lands(new BuildRequest.Propose(
                    account,
                    new Proposable.Transaction(ClientTransactions.transfer(account, bob, EngineFixture.SOL)),
                    ann,
                    BuildOptions.DEFAULT));

            fixture.lands(handOver(account, new AdminControl.HeldBy(bob)));

            assertEquals(1, fixture.settings(account).staleTransactionIndex());
        }

        @Test
        void comesAfterTheAdminsOtherChangesInOneTransaction() {
            BuildRequest request = new BuildRequest.HandOverAdmin(
                    account,
                    Array.of(
                            new SettingsEdit.AddSigners(Array.of(allowedAll(bob), allowedAll(cem))),
                            new SettingsEdit.SetThreshold(new Threshold(2)),
                            new SettingsEdit.SetTimeLock(new TimeLock(60))),
                    LeaversLimits.REFUSE,
                    new AdminControl.None(),
                    BuildOptions.DEFAULT);

            TransactionPlan built = fixture.landed(request);

            assertEquals(Array.of(admin), built.single().unsigned().signers());
            assertEquals(
                    Array.of(ann, bob, cem).sorted(),
                    fixture.settings(account).roster().signers().map(Signer::address).sorted());
            assertEquals(new Threshold(2), fixture.settings(account).roster().threshold());
            assertEquals(new TimeLock(60), fixture.settings(account).timeLock());
            assertEquals(new AdminControl.None(), fixture.settings(account).admin());
        }

        @Test
        void isRefusedWhereTheOtherChangesAre() {
            BuildRequest request = new BuildRequest.HandOverAdmin(
                    account,
                    Array.of(new SettingsEdit.SetThreshold(new Threshold(2))),
                    LeaversLimits.REFUSE,
                    new AdminControl.None(),
                    BuildOptions.DEFAULT);

            assertEquals(
                    forbidden(new SettingsRefusal.Ungovernable(
                            Array.of(new SettingsProblem.ThresholdExceedsVoters(new Threshold(2), 1)))),
                    fixture.refusal(request));
        }

        @Test
        void toTheCurrentAdminLeavesOnlyTheOtherChanges() {
            assertEquals(
                    forbidden(new SettingsRefusal.NothingToChange()),
                    fixture.refusal(handOver(account, new AdminControl.HeldBy(admin))));

            TransactionPlan built = fixture.landed(new BuildRequest.HandOverAdmin(
                    account,
                    Array.of(new SettingsEdit.SetTimeLock(new TimeLock(5))),
                    LeaversLimits.REFUSE,
                    new AdminControl.HeldBy(admin),
                    BuildOptions.DEFAULT));
            TransactionPlan alone = fixture.builds(
                    change(account, byAdmin(), new SettingsEdit.SetTimeLock(new TimeLock(6))));

            assertEquals(new TimeLock(5), fixture.settings(account).timeLock());
            assertEquals(
                    alone.single().unsigned().transaction().length(), built.single().unsigned().transaction().length());
        }

        private BuildRequest handOver(Address of, AdminControl next) {
            return new BuildRequest.HandOverAdmin(of, next, BuildOptions.DEFAULT);
        }
    }

    @Test
    void anAdminThatIsASmartAccountChangesSettingsByATransactionOfItsOwn() {
        Address parent = fixture.account(NewAccount.of(1, ann));
        Address child = fixture.account(NewAccount.of(1, bob).administeredBy(parent));

        assertEquals(
                new BuildRefusal.AdminCannotSign(parent),
                fixture.refusal(change(child, byAdmin(), new SettingsEdit.SetTimeLock(new TimeLock(1)))));
        assertEquals(
                new BuildRefusal.AdminCannotSign(parent),
                fixture.refusal(
                        new BuildRequest.HandOverAdmin(child, new AdminControl.None(), BuildOptions.DEFAULT)));
    }

    /** Who knows which smart accounts would be told by a difference. */
    @Test
    void whetherAnAdminCanSignIsAnsweredAlikeWhereTheSmartAccountIsUnknown() {
        Address parent = fixture.account(NewAccount.of(1, ann));
        Address child = fixture.account(NewAccount.of(1, bob).administeredBy(parent));

        assertEquals(
                Either.left(new BuildRefusal.AdminCannotSign(parent)),
                fixture.otherClient(child)
                        .build(change(child, byAdmin(), new SettingsEdit.SetTimeLock(new TimeLock(1)))));
    }

    private static BuildRefusal forbidden(SettingsRefusal why) {
        return new BuildRefusal.Forbidden(new Refusal.SettingsRefused(why));
    }
}
