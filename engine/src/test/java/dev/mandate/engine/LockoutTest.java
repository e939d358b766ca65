package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.byVoteOf;
import static dev.mandate.engine.EngineFixture.change;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.explain.ExplanationFlag;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** A change after which nobody who can act could change the settings. Another client has made a signer of an address without a key. */
class LockoutTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address keyless = SquadsV4Program.PUBLIC.locate(fixture.key("another account")).address();

    private Address account(int threshold, Permissions ofKeyless, Signer... signers) {
        Address account = fixture.account(NewAccount.of(threshold, signers).administeredBy(ann));
        AccountRef ref = fixture.custody.account(account).get().ref();
        fixture.landsBesides(ann, SquadsV4Program.PUBLIC.encode(ref, new Operation.ChangeAsAdmin(
                ann, ann, new SettingsAction.AddSigner(new Signer(keyless, ofKeyless)), Option.none())));
        return account;
    }

    private Address byVote(int threshold, Permissions ofKeyless, Signer... signers) {
        Address account = account(threshold, ofKeyless, signers);
        fixture.lands(handOver(account, new AdminControl.None()));
        return account;
    }

    private static BuildRequest handOver(Address account, AdminControl next) {
        return new BuildRequest.HandOverAdmin(account, Array.empty(), LeaversLimits.REFUSE, next, BuildOptions.DEFAULT);
    }

    private void assertLocksOut(Address account, BuildRequest request) {
        assertEquals(
                new BuildRefusal.Reviewed(new ReviewFinding.NeedsAcknowledgement(
                        Array.of(new GiveawayWarning(GiveawayWarning.Code.LOCKS_OUT, 0, account)))),
                fixture.refusal(request));
    }

    @Test
    void givingUpTheAdminWhileTooFewSignersCanActIsRefused() {
        Address account = account(1, Permissions.ALL, NewAccount.allowedAll(bob));
        fixture.lands(change(account, EngineFixture.byAdmin(), new SettingsEdit.SetThreshold(new Threshold(2))));

        assertLocksOut(account, handOver(account, new AdminControl.None()));
        fixture.allows(handOver(account, new AdminControl.HeldBy(bob)));
    }

    @Test
    void aVoteThatLeavesTooFewVotersWhoCanActIsRefused() {
        Address account = byVote(2, Permissions.ALL, NewAccount.allowedAll(ann), NewAccount.allowedAll(bob));

        assertLocksOut(account, change(account, byVoteOf(ann, bob), new SettingsEdit.SetThreshold(new Threshold(3))));
        assertLocksOut(account, change(account, byVoteOf(ann, bob), new SettingsEdit.RemoveSigner(bob)));
        assertLocksOut(account, new BuildRequest.Propose(
                account, new Proposable.Settings(Array.of(new SettingsEdit.RemoveSigner(bob)), LeaversLimits.REFUSE), ann, BuildOptions.DEFAULT));
        fixture.allows(change(account, byVoteOf(ann, bob), new SettingsEdit.RemoveSigner(keyless)));
    }

    @Test
    void votersWithoutAProposerWhoCanActAreRefused() {
        Address account = byVote(
                1,
                Permissions.of(Permission.CAN_INITIATE, Permission.CAN_EXECUTE),
                NewAccount.allowedAll(ann),
                new Signer(bob, Permissions.of(Permission.CAN_VOTE)));

        assertLocksOut(account, change(account, byVoteOf(ann), new SettingsEdit.RemoveSigner(ann)));
    }

    @Test
    void whoeverAcknowledgesItMayLockTheAccount() {
        Address account = byVote(2, Permissions.ALL, NewAccount.allowedAll(ann), NewAccount.allowedAll(bob));
        BuildOptions acknowledged = BuildOptions.DEFAULT.acknowledging(HashSet.of(GiveawayWarning.Code.LOCKS_OUT));

        fixture.allows(new BuildRequest.ChangeSettings(
                account, Array.of(new SettingsEdit.RemoveSigner(bob)), byVoteOf(ann, bob), LeaversLimits.REFUSE, acknowledged));
    }

    private AccountRef ref(Address account) {
        return fixture.custody.account(account).get().ref();
    }

    @Test
    void anotherAccountThatTheVaultLocksOutIsJudgedToo() {
        Address holding = fixture.account(NewAccount.of(1, ann));
        Address other = account(1, Permissions.ALL, NewAccount.allowedAll(bob));
        fixture.lands(change(other, EngineFixture.byAdmin(), new SettingsEdit.SetThreshold(new Threshold(2))));
        fixture.lands(handOver(other, new AdminControl.HeldBy(holding)));

        assertLocksOut(other, EngineFixture.prepare(holding, ClientTransactions.transaction(holding, SquadsV4Program.PUBLIC.encode(
                ref(other), new Operation.HandOver(holding, holding, new AdminControl.None(), Option.none()))), ann));
        fixture.allows(EngineFixture.prepare(holding, ClientTransactions.transaction(holding, SquadsV4Program.PUBLIC.encode(
                ref(other), new Operation.HandOver(holding, holding, new AdminControl.HeldBy(bob), Option.none()))), ann));
    }

    @Test
    void aVoteOnAnotherAccountIsJudgedByWhatItVotesOn() {
        Address holding = fixture.account(NewAccount.of(1, ann));
        Address other = byVote(2, Permissions.ALL, NewAccount.allowedAll(holding), NewAccount.allowedAll(bob));

        assertLocksOut(other, EngineFixture.prepare(holding, ClientTransactions.transaction(holding, SquadsV4Program.PUBLIC.encode(
                ref(other),
                new Operation.CreateTransaction(
                        holding,
                        holding,
                        fixture.settings(other).transactionIndex() + 1,
                        new TransactionContent.SettingsChange(Array.of(new SettingsAction.RemoveSigner(bob))),
                        Option.none()))), ann));
    }

    @Test
    void aProposalThatLocksOutIsToldToThoseWhoApprove() {
        Address account = byVote(2, Permissions.ALL, NewAccount.allowedAll(ann), NewAccount.allowedAll(bob));
        fixture.lands(new BuildRequest.Propose(
                account,
                new Proposable.Settings(Array.of(new SettingsEdit.RemoveSigner(bob)), LeaversLimits.REFUSE),
                ann,
                BuildOptions.DEFAULT.acknowledging(HashSet.of(GiveawayWarning.Code.LOCKS_OUT))));
        long index = fixture.settings(account).transactionIndex();

        assertTrue(fixture.builds(EngineFixture.votes(account, index, Vote.APPROVE, bob))
                .warnings()
                .exists(warning -> warning.code() == GiveawayWarning.Code.LOCKS_OUT));
        assertTrue(fixture.custody.explain(account, index).get().flags().exists(flag ->
                flag.code() == ExplanationFlag.Code.LOCKS_OUT));
    }
}
