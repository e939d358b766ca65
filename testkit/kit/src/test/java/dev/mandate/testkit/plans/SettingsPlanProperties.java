package dev.mandate.testkit.plans;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.SettingsPlan;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.SettingsTarget;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.generators.AccountSettings;
import dev.mandate.testkit.generators.HistoryParticipants;
import dev.mandate.testkit.generators.Rosters;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Plans from any governable settings to any governable target, by vote and by the admin. */
class SettingsPlanProperties {

    private static final SmartAccountRules RULES = new SmartAccountRules();
    private static final UnixTime NOW = new UnixTime(1_760_000_000);
    private static final Address ADMIN = TestKey.of("admin").address();
    private static final Address STAND_IN = TestKey.of("stand-in").address();

    @Property
    void theAdminsWayLeadsToTheTargetOverGovernableGroundAlone(
            @ForAll("rosters") Roster from, @ForAll("targets") SettingsTarget target) {
        Settings settings = settings(from, new AdminControl.HeldBy(ADMIN));
        Option<SmartAccount> account = Option.some(SmartAccount.of(settings));
        for (SettingsAction action : plan(SettingsPlan.byAdmin(settings, target, STAND_IN))) {
            var events = RULES.decide(account, new Command.ChangeAsAdmin(ADMIN, action), NOW);
            assertTrue(events.isRight(), () -> action + ": " + events);
            account = RULES.fold(account, events.get());
        }
        assertReached(target, account.get().settings());
    }

    @Property
    void theVotedChangeExecutesAndReachesTheTarget(
            @ForAll("rosters") Roster from, @ForAll("targets") SettingsTarget target) {
        Settings settings = settings(from, new AdminControl.None());
        Array<SettingsAction> actions = plan(SettingsPlan.byVote(settings, target));
        if (actions.isEmpty()) {
            assertReached(target, settings);
            return;
        }
        Option<SmartAccount> account = Option.some(SmartAccount.of(settings));
        for (Command command : voteThrough(from, actions)) {
            var events = RULES.decide(account, command, NOW);
            assertTrue(events.isRight(), () -> command + ": " + events);
            account = RULES.fold(account, events.get());
        }
        assertReached(target, account.get().settings());
    }

    @Property
    void aReachedTargetNeedsNoActions(@ForAll("rosters") Roster roster) {
        Settings settings = settings(roster, new AdminControl.HeldBy(ADMIN));
        SettingsTarget target = SettingsTarget.of(settings);
        assertEquals(Array.empty(), plan(SettingsPlan.byVote(settings, target)));
        assertEquals(Array.empty(), plan(SettingsPlan.byAdmin(settings, target, STAND_IN)));
    }

    @Property
    void anUngovernableTargetIsRefusedWithEveryProblem(
            @ForAll("rosters") Roster from, @ForAll("anyTargets") SettingsTarget target) {
        Settings settings = settings(from, new AdminControl.HeldBy(ADMIN));
        var refused = SettingsPlan.byAdmin(settings, target, STAND_IN);
        assertEquals(target.problems().isEmpty(), refused.isRight());
        if (refused.isLeft()) {
            assertEquals(new SettingsRefusal.Ungovernable(target.problems()), refused.getLeft());
            assertEquals(refused, SettingsPlan.byVote(settings, target));
        }
    }

    @Example
    void theOnlySignersPermissionsAreChangedWithTheHelpOfAStandIn() {
        Address only = TestKey.of("only").address();
        Roster from = new Roster(Array.of(new Signer(only, Permissions.ALL)), new Threshold(1));
        Settings settings = settings(from, new AdminControl.HeldBy(ADMIN));
        Address other = TestKey.of("other").address();
        SettingsTarget target = SettingsTarget.of(settings)
                .withSigners(Array.of(
                        new Signer(only, new Permissions(3)), new Signer(other, new Permissions(4))));
        Array<SettingsAction> actions = plan(SettingsPlan.byAdmin(settings, target, STAND_IN));
        assertTrue(actions.contains(new SettingsAction.AddSigner(new Signer(STAND_IN, Permissions.ALL))));
        assertTrue(actions.contains(new SettingsAction.RemoveSigner(STAND_IN)));
    }

    @Example
    void noStandInIsAskedWhereOthersCanGovernMeanwhile() {
        Array<Signer> two = Array.of("a", "b")
                .map(name -> new Signer(TestKey.of(name).address(), Permissions.ALL))
                .sortBy(Signer::address);
        Settings settings = settings(new Roster(two, new Threshold(2)), new AdminControl.HeldBy(ADMIN));
        SettingsTarget target = SettingsTarget.of(settings)
                .withSigners(two.update(0, new Signer(two.head().address(), new Permissions(2))));
        assertFalse(plan(SettingsPlan.byAdmin(settings, target, STAND_IN))
                .exists(action -> action.equals(new SettingsAction.RemoveSigner(STAND_IN))));
    }

    @Provide
    Arbitrary<Roster> rosters() {
        return Rosters.governable(HistoryParticipants.STANDARD);
    }

    @Provide
    Arbitrary<SettingsTarget> targets() {
        return Combinators.combine(
                        Rosters.governable(HistoryParticipants.STANDARD),
                        AccountSettings.timeLocks(),
                        AccountSettings.rentCollectors(HistoryParticipants.STANDARD))
                .as((roster, timeLock, collector) ->
                        new SettingsTarget(roster.signers(), roster.threshold(), timeLock, collector));
    }

    @Provide
    Arbitrary<SettingsTarget> anyTargets() {
        return Combinators.combine(
                        Rosters.anySigners(HistoryParticipants.STANDARD),
                        Rosters.thresholds(),
                        AccountSettings.anyTimeLocks(),
                        Arbitraries.just(Option.<Address>none()))
                .as(SettingsTarget::new);
    }

    private static Array<SettingsAction> plan(Either<SettingsRefusal, Array<SettingsAction>> plan) {
        return plan.getOrElseThrow(why -> new AssertionError("no way: " + why));
    }

    private static Settings settings(Roster roster, AdminControl admin) {
        return Settings.ofNewAccount(roster.signers(), roster.threshold(), TimeLock.NONE, admin, Option.none())
                .get();
    }

    private static Array<Command> voteThrough(Roster roster, Array<SettingsAction> actions) {
        Array<Address> voters = holders(roster, 2);
        return Array.<Command>of(
                        new Command.CreateTransaction(
                                holders(roster, 1).head(), new TransactionContent.SettingsChange(actions)),
                        new Command.CreateProposal(holders(roster, 1).head(), 1, false))
                .appendAll(voters.take(roster.threshold().value())
                        .map(voter -> new Command.CastVote(voter, 1, Vote.APPROVE)))
                .append(new Command.Execute(holders(roster, 4).head(), 1));
    }

    private static Array<Address> holders(Roster roster, int bit) {
        return roster.signers()
                .filter(signer -> (signer.permissions().mask() & bit) != 0)
                .map(Signer::address);
    }

    private static void assertReached(SettingsTarget target, Settings settings) {
        assertEquals(
                target.withSigners(target.signers().sortBy(Signer::address)),
                SettingsTarget.of(settings));
    }
}
