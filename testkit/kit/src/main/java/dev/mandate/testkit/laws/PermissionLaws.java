package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.testkit.generators.GeneratedHistory;
import io.vavr.collection.Array;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Who may act, and that somebody always may. */
public abstract class PermissionLaws extends HistoryLaws {

    @Law(
            id = "permissions-1",
            says = "Nobody proposes, votes or executes without the permission for it.",
            source = "Squads v4: Initiate for transactions and activation, Initiate or Vote for proposals, Vote for votes, Execute for execution",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void actionsRequireTheirPermission(@ForAll(HISTORIES) GeneratedHistory history) {
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

    @Law(
            id = "permissions-2",
            says = "An account always has a proposer, an executor, at least as many voters as its threshold, distinct signers, known permissions, "
                    + "and a time lock of 90 days at most.",
            source = "Squads v4, Multisig::invariant, checked after every change",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void settingsStayGovernable(@ForAll(HISTORIES) GeneratedHistory history) {
        for (GeneratedHistory.Step step : history.steps()) {
            Array<Signer> signers = step.after().settings().roster().signers();
            assertTrue(ExpectedSettings.of(step.after()).isValid(), step::toString);
            assertEquals(signers.size(), signers.map(Signer::address).distinct().size(), step::toString);
        }
    }

    private static void assertHolds(GeneratedHistory.Step step, Address by, int anyOf) {
        assertTrue(
                step.before().settings().roster().signers().exists(signer ->
                        signer.address().equals(by) && (signer.permissions().mask() & anyOf) != 0),
                step::toString);
    }
}
