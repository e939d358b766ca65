package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.testkit.generators.GeneratedHistory;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Effects that no change of settings can have. */
class SettingsProperties implements HistoryLaw {

    @Property(edgeCases = EdgeCasesMode.NONE)
    void settingsStayGovernableWhateverIsAccepted(@ForAll("histories") GeneratedHistory history) {
        for (GeneratedHistory.Step step : history.steps()) {
            Settings settings = step.after().settings();
            Array<Signer> signers = settings.roster().signers();
            int voters = signers.count(signer -> (signer.permissions().mask() & 2) != 0);
            int threshold = settings.roster().threshold().value();
            assertTrue(signers.exists(signer -> (signer.permissions().mask() & 1) != 0), step::toString);
            assertTrue(signers.exists(signer -> (signer.permissions().mask() & 4) != 0), step::toString);
            assertTrue(signers.forAll(signer -> signer.permissions().mask() < 8), step::toString);
            assertTrue(1 <= threshold && threshold <= voters, step::toString);
            assertEquals(signers.size(), signers.map(Signer::address).distinct().size(), step::toString);
            assertTrue(settings.timeLock().seconds() <= 90L * 86_400, step::toString);
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void withAnAdminNobodyElseChangesSettings(@ForAll("histories") GeneratedHistory history) {
        for (GeneratedHistory.Step step : history.accepted()) {
            if (step.before().settings().admin() instanceof AdminControl.HeldBy(Address admin) && hasChanged(step)) {
                boolean byAdmin =
                        switch (step.command()) {
                            case Command.ChangeAsAdmin(Address by, var action) -> by.equals(admin);
                            case Command.HandOver(Address by, var next) -> by.equals(admin);
                            case Command.CreateAccount other -> false;
                            case Command.CreateTransaction other -> false;
                            case Command.CreateProposal other -> false;
                            case Command.ActivateProposal other -> false;
                            case Command.CastVote other -> false;
                            case Command.Execute other -> false;
                            case Command.Close other -> false;
                            case Command.Spend other -> false;
                        };
                assertTrue(byAdmin, step::toString);
            }
        }
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void theAdminIsToldThatASignerIsThereAlready(@ForAll("histories") GeneratedHistory history) {
        if (history.account().settings().admin() instanceof AdminControl.HeldBy(Address admin)) {
            for (Signer signer : history.account().settings().roster().signers()) {
                Command add = new Command.ChangeAsAdmin(admin, new SettingsAction.AddSigner(signer));
                assertEquals(
                        Either.left(new Refusal.SettingsStay(new SettingsRefusal.AlreadyASigner(signer.address()))),
                        new SmartAccountRules().decide(history.account(), add, history.now()));
            }
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void withoutAnAdminOnlyAnExecutedChangeChangesSettings(@ForAll("histories") GeneratedHistory history) {
        HistoryObserver witness = new HistoryObserver(history);
        for (GeneratedHistory.Step step : history.steps()) {
            boolean free = step.before().settings().admin() instanceof AdminControl.None;
            if (step.isAccepted() && free && hasChanged(step)) {
                assertTrue(
                        step.command() instanceof Command.Execute execute
                                && witness.of(execute.index()).content instanceof TransactionContent.SettingsChange,
                        step::toString);
            }
            witness.see(step);
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void controlThatWasGivenUpNeverComesBack(@ForAll("histories") GeneratedHistory history) {
        for (GeneratedHistory.Step step : history.steps()) {
            boolean heldAfter = step.after().settings().admin() instanceof AdminControl.HeldBy;
            boolean heldBefore = step.before().settings().admin() instanceof AdminControl.HeldBy;
            assertFalse(heldAfter && !heldBefore, step::toString);
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void everyChangeOfWhoDecidesHowMakesWhatWasProposedStaleAndNothingElseDoes(@ForAll("histories") GeneratedHistory history) {
        HistoryObserver witness = new HistoryObserver(history);
        for (GeneratedHistory.Step step : history.steps()) {
            witness.see(step);
            assertEquals(witness.staleUpTo(), step.after().settings().staleTransactionIndex(), step::toString);
            assertEquals(witness.created(), step.after().settings().transactionIndex(), step::toString);
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void nobodyActsWithoutThePermissionForIt(@ForAll("histories") GeneratedHistory history) {
        for (GeneratedHistory.Step step : history.accepted()) {
            switch (step.command()) {
                case Command.CreateTransaction(Address by, var content) ->
                    assertHolds(step, by, Permission.CAN_INITIATE.bit());
                case Command.CreateProposal(Address by, long index, boolean draft) ->
                    assertHolds(step, by, Permission.CAN_INITIATE.bit() | Permission.CAN_VOTE.bit());
                case Command.ActivateProposal(Address by, long index) ->
                    assertHolds(step, by, Permission.CAN_INITIATE.bit());
                case Command.CastVote(Address by, long index, var vote) ->
                    assertHolds(step, by, Permission.CAN_VOTE.bit());
                case Command.Execute(Address by, long index) -> assertHolds(step, by, Permission.CAN_EXECUTE.bit());
                case Command.CreateAccount other -> {}
                case Command.Close other -> {}
                case Command.ChangeAsAdmin other -> {}
                case Command.HandOver other -> {}
                case Command.Spend other -> {}
            }
        }
    }

    private static void assertHolds(GeneratedHistory.Step step, Address by, int anyOf) {
        assertTrue(
                step.before().settings().roster().signers().exists(signer ->
                        signer.address().equals(by) && (signer.permissions().mask() & anyOf) != 0),
                step::toString);
    }

    /** Returns whether settings or the set of limits changed; the transaction counter does not matter. */
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
