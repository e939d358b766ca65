package dev.mandate.testkit.naive;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Applies every possible command to every governable account of a given size, breadth first until no new state appears, and
 * compares both models each time.
 *
 * <p>The walk observes one transaction. Settings change around it any number of times: by an admin if there is one, otherwise
 * by another settings change. That change may be early: approved before the observed transaction is created, and executed
 * without a clock tick. Or it may be late: created, approved and executed after it; with a time lock the clock moves. The clock
 * stops at the boundaries of the time lock. The content of a settings change is chosen when it is executed.
 */
final class ExhaustiveWalk {

    private static final SmartAccountRules RULES = new SmartAccountRules();
    private static final long LATE = 3;

    private final int people;
    private final Set<Long> seen = new HashSet<>();
    private final ArrayDeque<Long> ahead = new ArrayDeque<>();
    private final Set<String> reached = new TreeSet<>();
    private final Set<Integer> codes = new TreeSet<>();
    private long transitions;
    private long accepted;

    ExhaustiveWalk(int people) {
        this.people = people;
    }

    long states() {
        return seen.size();
    }

    long transitions() {
        return transitions;
    }

    long accepted() {
        return accepted;
    }

    /** Returns the names of the states that were reached, and of those from which a transaction was executed or closed. */
    Set<String> reached() {
        return reached;
    }

    /** Returns the program's codes of all refusals that occurred. */
    Set<Integer> codes() {
        return codes;
    }

    void run() {
        begin(new WalkState(people), 0);
        while (!ahead.isEmpty()) {
            visit(new WalkAccount(WalkState.unpack(ahead.remove(), people)));
        }
    }

    /** Starts from every governable account: all masks, people interchangeable, all thresholds, with and without the other settings. */
    private void begin(WalkState state, int person) {
        if (person < people) {
            for (int mask = person == 0 ? 0 : state.masks[person - 1]; mask <= WalkState.ABSENT; mask++) {
                state.masks[person] = mask;
                begin(state, person + 1);
            }
            return;
        }
        boolean governable = state.holders(NaiveMultisig.INITIATE) > 0 && state.holders(NaiveMultisig.EXECUTE) > 0;
        for (int threshold = 1; governable && threshold <= state.holders(NaiveMultisig.VOTE); threshold++) {
            state.threshold = threshold;
            for (int rest = 0; rest < 8; rest++) {
                state.locked = (rest & 1) != 0;
                state.collected = (rest & 2) != 0;
                state.controlled = (rest & 4) != 0;
                state.early = !state.controlled;
                add(opened(new WalkAccount(state)));
            }
        }
    }

    /** Creates the account by commands. It must equal the account that was set up directly. */
    private WalkState opened(WalkAccount painted) {
        WalkState state = painted.state;
        Command.CreateAccount create = new Command.CreateAccount(
                painted.account.settings().roster().signers(),
                new Threshold(state.threshold),
                painted.account.settings().timeLock(),
                painted.account.settings().admin(),
                painted.account.settings().rentCollector());
        UnixTime at = new UnixTime(WalkAccount.APPROVED_AT - WalkAccount.LOCK_SECONDS);
        Both both = new Both(
                RULES.fold(Option.none(), RULES.decide(Option.none(), create, at).get()).get(),
                WalkAccount.NAMES.make(create));
        both = state.controlled
                ? both.play(new Command.CreateTransaction(initiator(state), WalkAccount.PAYMENT), at)
                : approved(both, state, WalkAccount.EARLY, at);
        if (state.controlled) {
            // A transaction without a proposal only occupies the first index; no rule reads it.
            both = new Both(both.account.without(WalkAccount.EARLY), both.naive);
            both.naive.contents.remove(WalkAccount.EARLY);
        }
        require(both.account.equals(painted.account), "not as painted", painted.state, create);
        require(Difference.between(both.account, painted.naive, WalkAccount.NAMES).isEmpty(), "naively", state, create);
        return state;
    }

    private void add(WalkState state) {
        if (seen.add(state.key())) {
            ahead.add(state.pack());
            reached.add(nameOf(state));
        }
    }

    private void note(WalkState from, Command accepted) {
        if (accepted instanceof Command.Execute(Address by, long index) && index == WalkAccount.WATCHED) {
            reached.add("executed: " + nameOf(from));
        }
        if (accepted instanceof Command.Close) {
            reached.add("closed: " + nameOf(from));
        }
    }

    private static String nameOf(WalkState state) {
        String what = (state.stale ? "stale " : "")
                + switch (state.content) {
                    case WalkState.VAULT -> "payment ";
                    case WalkState.CONFIG -> "change ";
                    case WalkState.GONE -> "orphaned ";
                    default -> "";
                };
        return switch (state.status) {
            case WalkState.NO_PROPOSAL ->
                state.content == WalkState.NO_CONTENT ? "new" : state.content == WalkState.GONE ? "closed" : what + "recorded";
            case NaiveMultisig.DRAFT -> what + "draft";
            case NaiveMultisig.ACTIVE -> what + "active";
            case NaiveMultisig.APPROVED -> what + "approved";
            case NaiveMultisig.REJECTED -> what + "rejected";
            case NaiveMultisig.CANCELLED -> what + "cancelled";
            case NaiveMultisig.EXECUTED -> what + "executed";
            default -> throw new IllegalStateException(state.toString());
        };
    }

    private void visit(WalkAccount walked) {
        WalkState state = walked.state;
        for (int person = 0; person <= people; person++) {
            if (person < people && state.hasDouble(person)) {
                continue;
            }
            ask(walked, person < people ? WalkAccount.person(person) : WalkAccount.OUTSIDER);
        }
        for (Address collector : List.of(WalkAccount.COLLECTOR, WalkAccount.OUTSIDER)) {
            step(walked, new Command.Close(WalkAccount.WATCHED, collector));
        }
        if (state.status == NaiveMultisig.APPROVED) {
            for (int age = state.age + 1; age <= WalkState.LONG_AGO; age++) {
                WalkState later = WalkState.unpack(state.pack(), people);
                later.age = age;
                add(later);
            }
        }
        if (state.content != WalkState.NO_CONTENT) {
            changeSettings(walked);
        }
    }

    /** Applies every command that {@code by} can send for the observed transaction. */
    private void ask(WalkAccount walked, Address by) {
        WalkState state = walked.state;
        if (state.content == WalkState.NO_CONTENT) {
            step(walked, new Command.CreateTransaction(by, WalkAccount.PAYMENT));
            step(walked, new Command.CreateTransaction(by, WalkAccount.SOME_CHANGE));
            step(walked, new Command.CreateTransaction(by, new TransactionContent.SettingsChange(Array.empty())));
            step(walked, new Command.CreateTransaction(
                    by,
                    new TransactionContent.SettingsChange(Array.of(
                            new SettingsAction.SetTimeLock(new TimeLock(TimeLock.MAX_SECONDS + 1))))));
        }
        step(walked, new Command.CreateProposal(by, WalkAccount.WATCHED, false));
        step(walked, new Command.CreateProposal(by, WalkAccount.WATCHED, true));
        step(walked, new Command.CreateProposal(by, LATE, false));
        step(walked, new Command.ActivateProposal(by, WalkAccount.WATCHED));
        for (Vote vote : Vote.values()) {
            step(walked, new Command.CastVote(by, WalkAccount.WATCHED, vote));
        }
        step(walked, new Command.CastVote(by, LATE, Vote.APPROVE));
        long before = accepted;
        step(walked, new Command.Execute(by, WalkAccount.WATCHED));
        if (accepted > before && state.content == WalkState.CONFIG) {
            executeEach(walked, new Both(walked.account, walked.naive), WalkAccount.WATCHED, by, walked.now);
        }
    }

    private void changeSettings(WalkAccount walked) {
        WalkState state = walked.state;
        if (state.controlled) {
            for (SettingsAction action : WalkChanges.single(state)) {
                step(walked, new Command.ChangeAsAdmin(WalkAccount.ADMIN, action));
            }
            step(walked, new Command.HandOver(WalkAccount.ADMIN, new AdminControl.None()));
            step(walked, new Command.HandOver(WalkAccount.ADMIN, new AdminControl.HeldBy(WalkAccount.OUTSIDER)));
        }
        step(walked, new Command.ChangeAsAdmin(
                WalkAccount.person(0), new SettingsAction.ChangeThreshold(new Threshold(1))));
        step(walked, new Command.HandOver(WalkAccount.OUTSIDER, new AdminControl.None()));
        if (state.controlled) {
            step(walked, new Command.CreateTransaction(initiator(state), WalkAccount.SOME_CHANGE));
            return;
        }
        Address executor = WalkAccount.person(state.first(NaiveMultisig.EXECUTE));
        if (state.early) {
            executeEach(walked, new Both(walked.account, walked.naive), WalkAccount.EARLY, executor, walked.now);
        }
        Both late = approved(new Both(walked.account, walked.naive), state, LATE, walked.now);
        UnixTime released = walked.now.plusSeconds(state.locked ? WalkAccount.LOCK_SECONDS : 0);
        executeEach(walked, late, LATE, executor, released);
    }

    /** Creates a settings change at {@code index} and leads it to its approval. */
    private Both approved(Both start, WalkState state, long index, UnixTime at) {
        Both both = start.play(new Command.CreateTransaction(initiator(state), WalkAccount.SOME_CHANGE), at)
                .play(new Command.CreateProposal(initiator(state), index, false), at);
        int approvals = 0;
        for (int person = 0; person < people && approvals < state.threshold; person++) {
            if (state.masks[person] != WalkState.ABSENT && (state.masks[person] & NaiveMultisig.VOTE) != 0) {
                both = both.play(new Command.CastVote(WalkAccount.person(person), index, Vote.APPROVE), at);
                approvals++;
            }
        }
        return both;
    }

    private static Address initiator(WalkState state) {
        return WalkAccount.person(state.first(NaiveMultisig.INITIATE));
    }

    /** Executes the approved change at {@code index}, once with each possible content. */
    private void executeEach(WalkAccount walked, Both both, long index, Address by, UnixTime at) {
        Command execute = new Command.Execute(by, index);
        for (Array<SettingsAction> actions : WalkChanges.voted(walked.state)) {
            ManagedTransaction there = both.account.transactions().get(index).get();
            SmartAccount account = both.account.with(new ManagedTransaction(
                    index, Option.some(new TransactionContent.SettingsChange(actions)), there.proposal()));
            NaiveMultisig naive = both.naive.copy();
            naive.contents.put(
                    index,
                    new NaiveMultisig.Content(true, actions.map(WalkAccount.NAMES::of).asJava()));
            step(walked.state, new Both(account, naive), execute, at);
        }
    }

    private void step(WalkAccount walked, Command command) {
        step(walked.state, new Both(walked.account, walked.naive), command, walked.now);
    }

    /** Applies a command to both models and adds the resulting state. */
    private void step(WalkState from, Both both, Command command, UnixTime at) {
        transitions++;
        NaiveMultisig naive = both.naive.copy();
        int code = WalkAccount.NAMES.play(naive, command, at);
        var answer = RULES.decide(both.account, command, at);
        int said = answer.fold(NaiveCommands::codeOf, events -> NaiveMultisig.OK);
        require(code == said, "answers " + code + " and " + said, from, command);
        codes.add(code);
        SmartAccount after = both.account;
        if (answer.isRight()) {
            accepted++;
            note(from, command);
            after = RULES.fold(Option.some(both.account), answer.get()).get();
            add(WalkAccount.stateOf(naive, people, at));
        }
        Option<String> difference = Difference.between(after, naive, WalkAccount.NAMES);
        require(difference.isEmpty(), difference.getOrElse(""), from, command);
    }

    private static void require(boolean holds, String what, WalkState from, Command command) {
        if (!holds) {
            throw new AssertionError("the models differ: " + what + "\nin    " + from + "\nafter " + command);
        }
    }

    /** An account in both models. */
    private record Both(SmartAccount account, NaiveMultisig naive) {

        /** Returns both models after a command that neither refuses. */
        Both play(Command command, UnixTime at) {
            NaiveMultisig next = naive.copy();
            int code = WalkAccount.NAMES.play(next, command, at);
            var events = RULES.decide(account, command, at)
                    .getOrElseThrow(why -> new AssertionError(command + " refused: " + why));
            SmartAccount after = RULES.fold(Option.some(account), events).get();
            if (code != NaiveMultisig.OK || Difference.between(after, next, WalkAccount.NAMES).isDefined()) {
                throw new AssertionError("the models differ after " + command);
            }
            return new Both(after, next);
        }
    }
}
