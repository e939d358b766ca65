package dev.mandate.domain.smartaccount;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** What random histories seldom reach. */
class SmartAccountRulesTest {

    private static final SmartAccountRules RULES = new SmartAccountRules();
    private static final UnixTime NOW = new UnixTime(0);
    private static final Address ALICE = address(1);
    private static final Address BOB = address(2);
    private static final Address CAROL = address(3);
    private static final Address ADMIN = address(4);
    private static final Address LIMIT = address(5);
    private static final TransactionContent PAYMENT = new TransactionContent.VaultInstructions(0, Bytes.EMPTY);
    private static final SettingsAction ADD_LIMIT = new SettingsAction.AddSpendingLimit(
            LIMIT, LimitTerms.of(address(6), new Token.Sol(), BaseUnits.of(1), Period.DAY, Array.of(ALICE)));
    private static final SettingsAction REMOVE_LIMIT = new SettingsAction.RemoveSpendingLimit(LIMIT);

    @Test
    void aFormerSignersCancellationLapsesAtTheNextOne() {
        SmartAccount account = approved(account(new AdminControl.None()), 1, PAYMENT);
        account = after(account, new Command.CastVote(CAROL, 1, Vote.CANCEL));
        account = approved(account, 2, new TransactionContent.SettingsChange(Array.of(new SettingsAction.RemoveSigner(CAROL))));
        account = after(account, new Command.Execute(ALICE, 2));

        Command cancel = new Command.CastVote(BOB, 1, Vote.CANCEL);
        assertEquals(
                Array.of(new Event.CancellationLapsed(1, CAROL), new Event.VoteCast(1, BOB, Vote.CANCEL)),
                RULES.decide(account, cancel, NOW).get());
        assertEquals(
                Array.of(BOB),
                after(account, cancel).transactions().get(1L).get().proposal().get().ballot().cancellations().toArray());
    }

    @Test
    void aPresentSignersCancellationStays() {
        SmartAccount account = approved(account(new AdminControl.None()), 1, PAYMENT);
        account = after(account, new Command.CastVote(CAROL, 1, Vote.CANCEL));

        assertEquals(
                Array.of(new Event.VoteCast(1, BOB, Vote.CANCEL), new Event.Cancelled(1, NOW)),
                RULES.decide(account, new Command.CastVote(BOB, 1, Vote.CANCEL), NOW).get());
    }

    @Test
    void aVoteThatWasCastIsRefusedByItsKind() {
        SmartAccount open = proposed(account(new AdminControl.None()), 1, PAYMENT);
        for (Vote vote : Array.of(Vote.APPROVE, Vote.REJECT)) {
            Command cast = new Command.CastVote(ALICE, 1, vote);
            assertRefused(alreadyVoted(vote), after(open, cast), cast);
        }
        Command cancel = new Command.CastVote(ALICE, 1, Vote.CANCEL);
        assertRefused(
                alreadyVoted(Vote.CANCEL), after(approved(account(new AdminControl.None()), 1, PAYMENT), cancel), cancel);
    }

    @Test
    void aLimitIsAddedOnceAndRemovedOnce() {
        SmartAccount administered = account(new AdminControl.HeldBy(ADMIN));
        SmartAccount limited = after(administered, new Command.ChangeAsAdmin(ADMIN, ADD_LIMIT));
        assertRefused(new Refusal.LimitExists(LIMIT), limited, new Command.ChangeAsAdmin(ADMIN, ADD_LIMIT));
        assertRefused(new Refusal.NoLimit(LIMIT), administered, new Command.ChangeAsAdmin(ADMIN, REMOVE_LIMIT));
        assertTrue(after(limited, new Command.ChangeAsAdmin(ADMIN, REMOVE_LIMIT)).limits().isEmpty());

        SmartAccount voted = account(new AdminControl.None());
        assertRefused(new Refusal.LimitExists(LIMIT), approvedChange(voted, ADD_LIMIT, ADD_LIMIT), new Command.Execute(ALICE, 1));
        assertRefused(new Refusal.NoLimit(LIMIT), approvedChange(voted, REMOVE_LIMIT), new Command.Execute(ALICE, 1));
        assertTrue(after(approvedChange(voted, ADD_LIMIT, REMOVE_LIMIT), new Command.Execute(ALICE, 1)).limits().isEmpty());
    }

    private static Refusal alreadyVoted(Vote vote) {
        return new Refusal.ProposalRefused(1, new ProposalRefusal.AlreadyVoted(ALICE, vote));
    }

    private static SmartAccount approvedChange(SmartAccount account, SettingsAction... actions) {
        return approved(account, 1, new TransactionContent.SettingsChange(Array.of(actions)));
    }

    private static SmartAccount approved(SmartAccount account, long index, TransactionContent content) {
        return after(
                after(proposed(account, index, content), new Command.CastVote(ALICE, index, Vote.APPROVE)),
                new Command.CastVote(BOB, index, Vote.APPROVE));
    }

    private static SmartAccount proposed(SmartAccount account, long index, TransactionContent content) {
        return after(after(account, new Command.CreateTransaction(ALICE, content)), new Command.CreateProposal(ALICE, index, false));
    }

    /** Two of three, without a time lock. */
    private static SmartAccount account(AdminControl admin) {
        Command create = new Command.CreateAccount(
                Array.of(ALICE, BOB, CAROL).map(address -> new Signer(address, Permissions.ALL)),
                new Threshold(2),
                TimeLock.NONE,
                admin,
                Option.none());
        return RULES.fold(Option.none(), RULES.decide(Option.none(), create, NOW).get()).get();
    }

    private static SmartAccount after(SmartAccount account, Command command) {
        return RULES.fold(Option.some(account), RULES.decide(account, command, NOW).get()).get();
    }

    private static void assertRefused(Refusal expected, SmartAccount account, Command command) {
        assertEquals(expected, RULES.decide(account, command, NOW).getLeft(), command::toString);
    }

    private static Address address(int last) {
        byte[] bytes = new byte[32];
        bytes[31] = (byte) last;
        return Address.of(bytes);
    }
}
