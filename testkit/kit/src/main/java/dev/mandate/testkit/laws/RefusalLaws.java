package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.SignerRefusal;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.testkit.generators.GeneratedHistory;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.Set;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Every refusal is true. */
public abstract class RefusalLaws extends DeciderLaws {

    /** Returns every rule that {@code command} breaks, in the program's order of checks. */
    protected abstract Array<Refusal> violations(SmartAccount account, Command command, UnixTime now);

    @Law(
            id = "refusals-1",
            says = "Every fact that a refusal states is true of the account.",
            source = "Refusal: records with their facts",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void everyFactOfARefusalIsTrue(@ForAll(HISTORIES) GeneratedHistory history) {
        HistoryObserver witness = new HistoryObserver(history);
        for (GeneratedHistory.Step step : history.steps()) {
            violations(step.before(), step.command(), step.at()).forEach(refusal -> check(witness, step, refusal));
            witness.see(step);
        }
    }

    /** A refusal lists all violations; the program reports the first one. */
    @Law(
            id = "refusals-2",
            says = "A refusal is the first of the violations, no violation is listed twice, and an accepted command has none.",
            source = "Squads v4: the program stops at the first check that fails",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void theFirstViolationIsTheRefusal(@ForAll(HISTORIES) GeneratedHistory history) {
        for (GeneratedHistory.Step step : history.steps()) {
            Array<Refusal> violations = violations(step.before(), step.command(), step.at());
            assertEquals(step.refusal(), violations.headOption().map(Object.class::cast), step::toString);
            assertEquals(violations.distinct(), violations, step::toString);
        }
    }

    /** No rule hides another: each is broken or not, independently of the others. */
    @Law(
            id = "refusals-3",
            says = "No broken rule hides another one: each is listed or not by itself.",
            source = "Custody: a refusal names everything that is wrong",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void everyBrokenRuleIsListed(@ForAll(HISTORIES) GeneratedHistory history) {
        for (GeneratedHistory.Step step : history.steps()) {
            Array<Refusal> violations = violations(step.before(), step.command(), step.at());
            switch (step.command()) {
                case Command.Spend spend -> checkAll(step.before().limits().get(spend.limit()), spend, step, violations);
                case Command.CastVote vote -> {
                    checkAll(step, vote.by(), Permission.CAN_VOTE, violations);
                    checkState(step, vote.index(), violations);
                }
                case Command.Execute execute -> {
                    checkAll(step, execute.by(), Permission.CAN_EXECUTE, violations);
                    checkState(step, execute.index(), violations);
                }
                case Command.ActivateProposal activate -> {
                    checkAll(step, activate.by(), Permission.CAN_INITIATE, violations);
                    checkState(step, activate.index(), violations);
                }
                case Command.CreateTransaction create ->
                    checkAll(step, create.by(), Permission.CAN_INITIATE, violations);
                case Command.ChangeAsAdmin change ->
                    assertEquals(
                            !step.before().settings().admin().equals(new AdminControl.HeldBy(change.by())),
                            violations.exists(why -> why instanceof Refusal.SettingsRefused(SettingsRefusal.NotTheAdmin not)),
                            step::toString);
                case Command other -> {}
            }
        }
    }

    private static void checkAll(
            Option<SpendingLimit> limit, Command.Spend spend, GeneratedHistory.Step step, Array<Refusal> violations) {
        for (SpendingLimit used : limit) {
            Array<Address> destinations = used.terms().destinations();
            assertEquals(
                    !used.terms().signers().contains(spend.by()),
                    violations.exists(why -> why instanceof Refusal.NotSpent(SpendingRefusal.NotEntitled not)),
                    step::toString);
            assertEquals(
                    !destinations.isEmpty() && !destinations.contains(spend.destination()),
                    violations.exists(why -> why instanceof Refusal.NotSpent(SpendingRefusal.DestinationNotAllowed not)),
                    step::toString);
            assertEquals(
                    used.windowAt(step.at()).remaining().compareTo(spend.amount()) < 0,
                    violations.exists(why -> why instanceof Refusal.NotSpent(SpendingRefusal.Exceeded not)),
                    step::toString);
        }
    }

    private static void checkAll(GeneratedHistory.Step step, Address by, Permission permission, Array<Refusal> violations) {
        assertEquals(
                !step.before().settings().roster().find(by).exists(signer -> signer.may(permission)),
                violations.exists(why -> why instanceof Refusal.NotAllowed),
                step::toString);
    }

    private static void checkState(GeneratedHistory.Step step, long index, Array<Refusal> violations) {
        Option<Proposal> proposal = proposal(step.before(), index);
        assertEquals(
                proposal.exists(state -> !statesThatAllow(stepOf(step.command())).contains(state.getClass())),
                violations.exists(why -> why instanceof Refusal.ProposalRefused(long at, ProposalRefusal.WrongState state)),
                step::toString);
        boolean waits = proposal.exists(state -> state instanceof Proposal.Draft || state instanceof Proposal.Active);
        assertTrue(
                !waits
                        || step.command() instanceof Command.ActivateProposal
                        || step.before().settings().makesStale(index)
                                == violations.exists(
                                        why -> why instanceof Refusal.ProposalRefused(long at, ProposalRefusal.Stale stale)),
                step::toString);
    }

    private void check(HistoryObserver witness, GeneratedHistory.Step step, Refusal refusal) {
        SmartAccount account = step.before();
        switch (refusal) {
            case Refusal.AccountExists exists ->
                assertTrue(step.command() instanceof Command.CreateAccount, step::toString);
            case Refusal.NoAccount none -> throw new AssertionError(step);
            case Refusal.BadAccount bad -> throw new AssertionError(step);
            case Refusal.NotAllowed(SignerRefusal why) -> check(witness, step, why);
            case Refusal.SettingsRefused(SettingsRefusal why) -> check(witness, step, why);
            case Refusal.ProposalRefused(long index, ProposalRefusal why) -> {
                assertEquals(indexOf(step.command()), index);
                check(witness, step, index, why);
            }
            case Refusal.NotSpent(SpendingRefusal why) -> check(step, why);
            case Refusal.NoTransaction(long index) -> {
                assertEquals(indexOf(step.command()), index);
                assertTrue(content(account, index).isEmpty(), step::toString);
            }
            case Refusal.NoProposal(long index) -> {
                assertEquals(indexOf(step.command()), index);
                assertTrue(proposal(account, index).isEmpty(), step::toString);
            }
            case Refusal.ProposalExists(long index) -> {
                assertEquals(indexOf(step.command()), index);
                assertTrue(proposal(account, index).isDefined(), step::toString);
            }
            case Refusal.IndexAhead(long index, long newest) -> {
                assertEquals(indexOf(step.command()), index);
                assertEquals(witness.created(), newest);
                assertTrue(index > newest, step::toString);
            }
            case Refusal.NotClosable(long index, long staleIndex) -> {
                assertEquals(indexOf(step.command()), index);
                assertEquals(witness.staleUpTo(), staleIndex);
                assertTrue(index > staleIndex && proposal(account, index).isEmpty(), step::toString);
            }
            case Refusal.NoRentCollector none ->
                assertEquals(Option.none(), witness.settings().rentCollector(), step::toString);
            case Refusal.WrongRentCollector(Address asked, Address collector) -> {
                assertEquals(Option.some(collector), witness.settings().rentCollector(), step::toString);
                assertNotEquals(asked, collector);
                assertTrue(step.command() instanceof Command.Close(long index, Address to) && to.equals(asked));
            }
            case Refusal.LimitExists(Address limit) ->
                // An earlier action of the same change may have added it.
                assertTrue(
                        account.limits().containsKey(limit) || step.command() instanceof Command.Execute,
                        step::toString);
            case Refusal.NoLimit(Address limit) ->
                assertTrue(
                        !account.limits().containsKey(limit) || step.command() instanceof Command.Execute,
                        step::toString);
        }
    }

    private void check(HistoryObserver witness, GeneratedHistory.Step step, SignerRefusal why) {
        Array<Signer> signers = witness.settings().roster().signers();
        switch (why) {
            case SignerRefusal.NotASigner(Address address) -> {
                assertEquals(actorOf(step.command()), address);
                assertFalse(signers.map(Signer::address).contains(address), step::toString);
            }
            case SignerRefusal.PermissionMissing(Signer signer, Array<Permission> oneOf) -> {
                assertEquals(actorOf(step.command()), signer.address());
                assertTrue(signers.contains(signer), step::toString);
                assertFalse(oneOf.isEmpty());
                assertTrue(
                        oneOf.forAll(permission -> (signer.permissions().mask() & permission.bit()) == 0),
                        step::toString);
            }
        }
    }

    private void check(HistoryObserver witness, GeneratedHistory.Step step, SettingsRefusal why) {
        Settings settings = witness.settings();
        switch (why) {
            case SettingsRefusal.HeldByAdmin(Address admin) ->
                assertEquals(new AdminControl.HeldBy(admin), settings.admin(), step::toString);
            case SettingsRefusal.NotTheAdmin(Address by, AdminControl admin) -> {
                assertEquals(actorOf(step.command()), by);
                assertEquals(settings.admin(), admin, step::toString);
                assertNotEquals(new AdminControl.HeldBy(by), admin, step::toString);
            }
            case SettingsRefusal.AlreadyASigner(Address signer) ->
                assertTrue(settings.roster().signers().exists(there -> there.address().equals(signer)));
            case SettingsRefusal.NoSuchSigner(Address signer) ->
                // An earlier action of the same change may have removed them.
                assertTrue(
                        !settings.roster().signers().exists(there -> there.address().equals(signer))
                                || step.command() instanceof Command.Execute,
                        step::toString);
            case SettingsRefusal.LastSigner(Address signer) ->
                assertEquals(1, settings.roster().signers().size(), step::toString);
            case SettingsRefusal.NothingToChange nothing ->
                assertTrue(step.command() instanceof Command.CreateTransaction, step::toString);
            case SettingsRefusal.Ungovernable(Array<SettingsProblem> problems) ->
                problems.forEach(problem -> check(step, problem));
        }
    }

    private static void check(GeneratedHistory.Step step, SettingsProblem problem) {
        switch (problem) {
            case SettingsProblem.ThresholdExceedsVoters(var threshold, int voters) ->
                assertTrue(threshold.value() > voters, step::toString);
            case SettingsProblem.TimeLockTooLong(TimeLock timeLock, long limitSeconds) -> {
                assertEquals(90L * 86_400, limitSeconds);
                assertTrue(timeLock.seconds() > limitSeconds, step::toString);
            }
            case SettingsProblem.UnknownPermission(Address signer, var permissions) ->
                assertTrue(permissions.mask() >= 8, step::toString);
            case SettingsProblem.TooManySigners many -> throw new AssertionError(step);
            case SettingsProblem.DuplicateSigner same -> {}
            case SettingsProblem.NoProposer none -> {}
            case SettingsProblem.NoExecutor none -> {}
            case SettingsProblem.NoVoter none -> {}
            case SettingsProblem.ThresholdZero none -> {}
        }
    }

    private void check(HistoryObserver witness, GeneratedHistory.Step step, long index, ProposalRefusal why) {
        switch (why) {
            case ProposalRefusal.WrongState(ProposalRefusal.Step wanted, Proposal proposal) -> {
                assertEquals(Option.some(proposal), proposal(step.before(), index), step::toString);
                assertEquals(stepOf(step.command()), wanted);
                assertFalse(statesThatAllow(wanted).contains(proposal.getClass()), step::toString);
            }
            case ProposalRefusal.Stale(long stale, long staleIndex) -> {
                assertEquals(index, stale);
                assertEquals(witness.staleUpTo(), staleIndex, step::toString);
                assertTrue(stale <= staleIndex, step::toString);
            }
            case ProposalRefusal.AlreadyVoted(Address by, var vote) -> {
                assertTrue(step.command() instanceof Command.CastVote(Address who, long at, var asked)
                        && who.equals(by)
                        && asked == vote);
                HistoryObserver.Dossier seen = witness.of(index);
                Set<Address> voted =
                        switch (vote) {
                            case APPROVE -> seen.approvals;
                            case REJECT -> seen.rejections;
                            case CANCEL -> seen.cancellations;
                        };
                assertTrue(voted.contains(by), step::toString);
            }
            case ProposalRefusal.TimeLocked(UnixTime approvedAt, TimeLock timeLock, UnixTime releasesAt) -> {
                assertEquals(witness.of(index).lastApproval, approvedAt, step::toString);
                assertEquals(witness.settings().timeLock(), timeLock, step::toString);
                assertTrue(step.at().isBefore(releasesAt), step::toString);
                assertTrue(isTimeLocked(step, releasesAt.plusSeconds(-1)), step::toString);
                assertFalse(isTimeLocked(step, releasesAt), step::toString);
            }
        }
    }

    private boolean isTimeLocked(GeneratedHistory.Step step, UnixTime at) {
        return violations(step.before(), step.command(), at)
                .exists(why -> why instanceof Refusal.ProposalRefused(long index, ProposalRefusal.TimeLocked locked));
    }

    private static void check(GeneratedHistory.Step step, SpendingRefusal why) {
        if (why instanceof SpendingRefusal.BadTerms) {
            return;
        }
        Command.Spend spend = (Command.Spend) step.command();
        SpendingLimit limit = step.before().limits().get(spend.limit()).get();
        switch (why) {
            case SpendingRefusal.NotEntitled(Address by, Array<Address> signers) -> {
                assertEquals(spend.by(), by);
                assertEquals(limit.terms().signers(), signers);
                assertFalse(signers.contains(by), step::toString);
            }
            case SpendingRefusal.DestinationNotAllowed(Address destination, Array<Address> destinations) -> {
                assertEquals(spend.destination(), destination);
                assertEquals(limit.terms().destinations(), destinations);
                assertFalse(destinations.contains(destination), step::toString);
            }
            case SpendingRefusal.Exceeded(BaseUnits asked, BaseUnits remaining, Option<UnixTime> wholeAgain) -> {
                assertEquals(spend.amount(), asked);
                assertTrue(covers(limit, spend, remaining, step.at()), step::toString);
                remaining.plus(BaseUnits.of(1))
                        .forEach(more -> assertFalse(covers(limit, spend, more, step.at()), step::toString));
                BaseUnits full = limit.terms().amount();
                if (wholeAgain.isDefined()) {
                    UnixTime whole = wholeAgain.get();
                    assertFalse(whole.isBefore(step.at()), step::toString);
                    assertTrue(covers(limit, spend, full, whole), step::toString);
                    assertTrue(
                            whole.equals(step.at())
                                    || !covers(limit, spend, full, whole.plusSeconds(-1)),
                            step::toString);
                } else {
                    UnixTime never = step.at().plusSeconds(100L * 365 * 86_400);
                    assertFalse(covers(limit, spend, full, never), step::toString);
                }
            }
            case SpendingRefusal.BadTerms bad -> throw new AssertionError(step);
        }
    }

    /** Returns whether the limit's remaining amount suffices, even if the use is refused for another reason. */
    private static boolean covers(SpendingLimit limit, Command.Spend spend, BaseUnits amount, UnixTime at) {
        return !limit.violations(spend.by(), spend.destination(), amount, at)
                .exists(why -> why instanceof SpendingRefusal.Exceeded);
    }

    private static Option<Proposal> proposal(SmartAccount account, long index) {
        return account.transactions().get(index).flatMap(ManagedTransaction::proposal);
    }

    private static Option<?> content(SmartAccount account, long index) {
        return account.transactions().get(index).flatMap(ManagedTransaction::content);
    }

    private static Set<Class<? extends Proposal>> statesThatAllow(ProposalRefusal.Step step) {
        return switch (step) {
            case ACTIVATE -> Set.of(Proposal.Draft.class);
            case APPROVE, REJECT -> Set.of(Proposal.Active.class);
            case CANCEL, EXECUTE -> Set.of(Proposal.Approved.class);
            case CLOSE -> Set.of(Proposal.Executed.class, Proposal.Rejected.class, Proposal.Cancelled.class);
        };
    }

    private static ProposalRefusal.Step stepOf(Command command) {
        return switch (command) {
            case Command.ActivateProposal activate -> ProposalRefusal.Step.ACTIVATE;
            case Command.CastVote vote ->
                switch (vote.vote()) {
                    case APPROVE -> ProposalRefusal.Step.APPROVE;
                    case REJECT -> ProposalRefusal.Step.REJECT;
                    case CANCEL -> ProposalRefusal.Step.CANCEL;
                };
            case Command.Execute execute -> ProposalRefusal.Step.EXECUTE;
            case Command.Close close -> ProposalRefusal.Step.CLOSE;
            case Command.CreateAccount other -> throw new AssertionError(other);
            case Command.CreateTransaction other -> throw new AssertionError(other);
            case Command.CreateProposal other -> throw new AssertionError(other);
            case Command.ChangeAsAdmin other -> throw new AssertionError(other);
            case Command.HandOver other -> throw new AssertionError(other);
            case Command.Spend other -> throw new AssertionError(other);
        };
    }

    private static long indexOf(Command command) {
        return switch (command) {
            case Command.CreateProposal(Address by, long index, boolean draft) -> index;
            case Command.ActivateProposal(Address by, long index) -> index;
            case Command.CastVote(Address by, long index, var vote) -> index;
            case Command.Execute(Address by, long index) -> index;
            case Command.Close(long index, Address collector) -> index;
            case Command.CreateAccount other -> throw new AssertionError(other);
            case Command.CreateTransaction other -> throw new AssertionError(other);
            case Command.ChangeAsAdmin other -> throw new AssertionError(other);
            case Command.HandOver other -> throw new AssertionError(other);
            case Command.Spend other -> throw new AssertionError(other);
        };
    }

    private static Address actorOf(Command command) {
        return switch (command) {
            case Command.CreateTransaction(Address by, var content) -> by;
            case Command.CreateProposal(Address by, long index, boolean draft) -> by;
            case Command.ActivateProposal(Address by, long index) -> by;
            case Command.CastVote(Address by, long index, var vote) -> by;
            case Command.Execute(Address by, long index) -> by;
            case Command.ChangeAsAdmin(Address by, var action) -> by;
            case Command.HandOver(Address by, var next) -> by;
            case Command.Spend(Address by, var limit, var destination, var amount) -> by;
            case Command.CreateAccount other -> throw new AssertionError(other);
            case Command.Close other -> throw new AssertionError(other);
        };
    }
}
