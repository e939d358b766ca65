package dev.mandate.testkit.plans;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.NecessaryVoters;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsPlan;
import dev.mandate.domain.account.SettingsTarget;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.generators.HistoryParticipants;
import dev.mandate.testkit.generators.Rosters;
import io.vavr.collection.Array;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** For every roster, the engine's voters become necessary, decide nothing alone, and can be taken out. */
class NecessaryVotersProperties {

    private static final HistoryParticipants CAST = HistoryParticipants.STANDARD;
    private static final Address ADMIN = TestKey.of("necessary/admin").address();

    private static Array<Address> engines(NecessaryVoters added) {
        return Array.range(0, added.count()).map(index -> TestKey.of("necessary/engine " + index).address());
    }

    private static Roster with(Roster roster, NecessaryVoters added) {
        return Roster.of(
                        roster.signers().appendAll(engines(added).map(engine -> new Signer(engine, Permissions.of(Permission.CAN_VOTE)))),
                        added.threshold())
                .get();
    }

    @Provide
    Arbitrary<Roster> rosters() {
        return Rosters.governable(CAST);
    }

    @Property
    void noSetOfVotersWithoutTheEnginesReachesTheThreshold(@ForAll("rosters") Roster before) {
        NecessaryVoters added = NecessaryVoters.of(before);
        Roster after = with(before, added);
        Set<Address> engines = engines(added).toSet();

        after.holders(Permission.CAN_VOTE).toSet().removeAll(engines).toArray().combinations().forEach(voters ->
                assertTrue(voters.length() < after.threshold().value()));
        assertTrue(NecessaryVoters.areNecessary(after, engines));
        assertFalse(NecessaryVoters.areNecessary(before, engines));
    }

    @Property
    void earlierQuorumsStillDecideAndTheEngineAloneNeverDoes(@ForAll("rosters") Roster before) {
        NecessaryVoters added = NecessaryVoters.of(before);

        before.holders(Permission.CAN_VOTE).combinations().forEach(voters -> assertEquals(
                voters.length() >= before.threshold().value(), voters.length() + added.count() >= added.threshold().value()));
        assertTrue(added.count() < added.threshold().value());
    }

    @Property
    void theAdminCanAlwaysRemoveThemAndRestoreTheRoster(@ForAll("rosters") Roster before) {
        NecessaryVoters added = NecessaryVoters.of(before);
        Roster after = with(before, added);
        Set<Address> engines = engines(added).toSet();
        Threshold former = NecessaryVoters.without(after, engines);
        Settings settings = Settings.ofNewAccount(
                        after.signers(), after.threshold(), TimeLock.NONE, new AdminControl.HeldBy(ADMIN), Option.none())
                .get();

        assertEquals(before.threshold(), former);
        assertTrue(SettingsPlan.byAdmin(
                        settings, new SettingsTarget(before.signers(), former, TimeLock.NONE, Option.none()), ADMIN)
                .isRight());
        assertTrue(SettingsPlan.byAdmin(
                        Settings.ofNewAccount(
                                        before.signers(), before.threshold(), TimeLock.NONE, new AdminControl.HeldBy(ADMIN), Option.none())
                                .get(),
                        new SettingsTarget(after.signers(), after.threshold(), TimeLock.NONE, Option.none()),
                        ADMIN)
                .isRight());
    }
}
