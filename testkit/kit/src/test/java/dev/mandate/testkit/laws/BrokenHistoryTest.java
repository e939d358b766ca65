package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.spending.Window;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.testkit.generators.HistoryParticipants;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** Events that no command could cause are detected, whatever state they follow. */
class BrokenHistoryTest {

    private static final SmartAccountRules RULES = new SmartAccountRules();
    private static final UnixTime NOW = new UnixTime(0);
    private static final Address ALICE = HistoryParticipants.STANDARD.people().head();
    private static final Address BOB = HistoryParticipants.STANDARD.people().get(1);

    private static final Option<SmartAccount> NEW = after(
            Option.none(),
            new Command.CreateAccount(
                    Array.of(new Signer(ALICE, Permissions.ALL), new Signer(BOB, Permissions.ALL)),
                    new Threshold(1),
                    TimeLock.NONE,
                    new AdminControl.None(),
                    Option.none()));
    private static final Option<SmartAccount> RECORDED = after(
            NEW, new Command.CreateTransaction(ALICE, new TransactionContent.VaultInstructions(0, Bytes.EMPTY)));
    private static final Option<SmartAccount> DRAFT = after(RECORDED, new Command.CreateProposal(ALICE, 1, true));
    private static final Option<SmartAccount> ACTIVE = after(RECORDED, new Command.CreateProposal(ALICE, 1, false));
    private static final Option<SmartAccount> APPROVED =
            after(ACTIVE, new Command.CastVote(ALICE, 1, Vote.APPROVE));
    private static final Option<SmartAccount> EXECUTED = after(APPROVED, new Command.Execute(ALICE, 1));
    private static final Option<SmartAccount> CANCELLED =
            after(APPROVED, new Command.CastVote(BOB, 1, Vote.CANCEL));
    private static final Option<SmartAccount> REJECTED = after(
            after(ACTIVE, new Command.CastVote(ALICE, 1, Vote.REJECT)), new Command.CastVote(BOB, 1, Vote.REJECT));

    @Test
    void aVoteNeedsAProposalThatIsOpenForIt() {
        for (Option<SmartAccount> state : Array.of(NEW, RECORDED, DRAFT, EXECUTED, CANCELLED, REJECTED)) {
            for (Vote vote : Vote.values()) {
                assertBroken(state, new Event.VoteCast(1, BOB, vote));
            }
        }
        assertBroken(ACTIVE, new Event.VoteCast(1, BOB, Vote.CANCEL));
        assertBroken(APPROVED, new Event.VoteCast(1, BOB, Vote.APPROVE));
        assertBroken(APPROVED, new Event.VoteCast(1, BOB, Vote.REJECT));
    }

    @Test
    void aCancellationLapsesOnlyWhereItWasGiven() {
        for (Option<SmartAccount> state : Array.of(NEW, RECORDED, DRAFT, ACTIVE, EXECUTED, CANCELLED, REJECTED)) {
            assertBroken(state, new Event.CancellationLapsed(1, BOB));
        }
    }

    @Test
    void aTransitionNeedsAProposal() {
        for (Option<SmartAccount> state : Array.of(NEW, RECORDED)) {
            assertBroken(state, new Event.Approved(1, NOW));
            assertBroken(state, new Event.Rejected(1, NOW));
            assertBroken(state, new Event.Cancelled(1, NOW));
            assertBroken(state, new Event.Executed(1, ALICE, NOW));
        }
    }

    @Test
    void spendingFromAMissingLimitBreaksTheHistory() {
        Address limit = HistoryParticipants.STANDARD.slots().head().limit();
        assertBroken(NEW, new Event.Spent(limit, ALICE, BOB, new Window(NOW, BaseUnits.ZERO)));
    }

    private static Option<SmartAccount> after(Option<SmartAccount> state, Command command) {
        return RULES.fold(state, RULES.decide(state, command, NOW).get());
    }

    private static void assertBroken(Option<SmartAccount> state, Event event) {
        assertThrows(IllegalStateException.class, () -> RULES.evolve(state, event).isEmpty(), event::toString);
    }
}
