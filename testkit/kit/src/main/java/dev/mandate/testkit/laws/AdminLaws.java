package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.testkit.generators.GeneratedHistory;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Who changes settings, with an admin and without. */
public abstract class AdminLaws extends HistoryLaws {

    @Law(
            id = "admin-1",
            says = "If an account has an admin, nobody else changes its settings or its limits.",
            source = "Squads v4: NotSupportedForControlled for config transactions, Unauthorized for other signers",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void onlyTheAdminChangesSettings(@ForAll(HISTORIES) GeneratedHistory history) {
        for (GeneratedHistory.Step step : history.accepted()) {
            if (step.before().settings().admin() instanceof AdminControl.HeldBy(Address admin) && hasChanged(step)) {
                assertTrue(
                        (step.command() instanceof Command.ChangeAsAdmin(Address by, var action) && by.equals(admin))
                                || (step.command() instanceof Command.HandOver(Address giver, var next) && giver.equals(admin)),
                        step::toString);
            }
        }
    }

    @Law(
            id = "admin-2",
            says = "Without an admin only an executed change of settings changes settings or limits.",
            source = "Squads v4: the direct instructions need the config authority",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void withoutAnAdminOnlyAnExecutedChangeChangesSettings(@ForAll(HISTORIES) GeneratedHistory history) {
        HistoryObserver observer = new HistoryObserver(history);
        for (GeneratedHistory.Step step : history.steps()) {
            boolean free = step.before().settings().admin() instanceof AdminControl.None;
            if (step.isAccepted() && free && hasChanged(step)) {
                assertTrue(
                        step.command() instanceof Command.Execute execute
                                && observer.of(execute.index()).content instanceof TransactionContent.SettingsChange,
                        step::toString);
            }
            observer.see(step);
        }
    }

    @Law(
            id = "admin-3",
            says = "An account without an admin never gets one.",
            source = "Squads v4: no config action sets the authority; multisig_set_config_authority needs the present one",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void controlThatWasGivenUpNeverComesBack(@ForAll(HISTORIES) GeneratedHistory history) {
        for (GeneratedHistory.Step step : history.steps()) {
            boolean heldAfter = step.after().settings().admin() instanceof AdminControl.HeldBy;
            boolean heldBefore = step.before().settings().admin() instanceof AdminControl.HeldBy;
            assertFalse(heldAfter && !heldBefore, step::toString);
        }
    }

    @Law(
            id = "admin-4",
            says = "The admin cannot add a signer who is one already.",
            source = "Squads v4, multisig_add_member: DuplicateMember",
            forAll = HISTORIES + " with an admin, and each signer at its end")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void theAdminCannotAddASignerTwice(@ForAll(HISTORIES) GeneratedHistory history) {
        if (history.account().settings().admin() instanceof AdminControl.HeldBy(Address admin)) {
            for (Signer signer : history.account().settings().roster().signers()) {
                Command add = new Command.ChangeAsAdmin(admin, new SettingsAction.AddSigner(signer));
                assertTrue(decide(history.account(), add, history.now()).isLeft(), add::toString);
            }
        }
    }

    /** Returns whether settings or the set of limits changed; the transaction counters do not matter. */
    private static boolean hasChanged(GeneratedHistory.Step step) {
        Settings before = step.before().settings();
        Settings after = step.after().settings();
        return !before.roster().equals(after.roster())
                || !before.timeLock().equals(after.timeLock())
                || !before.admin().equals(after.admin())
                || !before.rentCollector().equals(after.rentCollector())
                || !step.before().limits().keySet().equals(step.after().limits().keySet());
    }
}
