package dev.mandate.testkit.exposure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.exposure.Exposure;
import dev.mandate.domain.exposure.ExposureSearch;
import dev.mandate.domain.exposure.ExposureStep;
import dev.mandate.domain.exposure.Exposures;
import dev.mandate.domain.exposure.VaultBalances;
import dev.mandate.domain.exposure.KnownAccounts;
import dev.mandate.domain.exposure.SpendableLimit;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.generators.GeneratedHistory;
import dev.mandate.testkit.generators.Histories;
import dev.mandate.testkit.generators.HistoryParticipants;
import dev.mandate.testkit.generators.RulesUnderTest;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.util.ArrayDeque;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** What some keys can take, against an exhaustive search of everything that they can do. */
class ExposureProperties {

    private static final HistoryParticipants CAST = HistoryParticipants.STANDARD;
    private static final SmartAccountRules RULES = new SmartAccountRules();
    private static final Address VAULT = TestKey.of("vault").address();
    private static final Address NEW_KEY = TestKey.of("new key").address();
    private static final VaultBalances BALANCES = new VaultBalances(HashMap.of(
            new Token.Sol(), BaseUnits.of(1_000), new Token.Mint(CAST.mints().head()), BaseUnits.of(50)));
    /** The exhaustive search ends without an answer beyond so many states. */
    private static final int MOST_STATES = 500;

    @Provide
    Arbitrary<GeneratedHistory> histories() {
        return Histories.histories(RulesUnderTest.of(RULES));
    }

    @Provide
    Arbitrary<Set<Address>> keys() {
        return Arbitraries.of(CAST.people().toJavaList()).set().ofMinSize(1).ofMaxSize(3).map(HashSet::ofAll);
    }

    /** Changes that others may have proposed, and who has approved them. */
    @Provide
    Arbitrary<Array<Pending>> changes() {
        Arbitrary<Address> people = Arbitraries.of(CAST.people().toJavaList());
        Arbitrary<SettingsAction> actions = Arbitraries.oneOf(
                people.map(person -> new SettingsAction.AddSigner(new Signer(person, Permissions.ALL))),
                people.map(SettingsAction.RemoveSigner::new),
                Arbitraries.integers().between(1, 3).map(value -> new SettingsAction.ChangeThreshold(new Threshold(value))),
                Arbitraries.of(0L, 60L).map(lock -> new SettingsAction.SetTimeLock(new TimeLock(lock))));
        return Combinators.combine(actions.list().ofMinSize(1).ofMaxSize(2), people.set().ofMaxSize(4))
                .as((of, by) -> new Pending(new TransactionContent.SettingsChange(Array.ofAll(of)), Array.ofAll(by)))
                .list()
                .ofMaxSize(2)
                .map(Array::ofAll);
    }

    record Pending(TransactionContent change, Array<Address> approved) {}

    private static SmartAccount with(SmartAccount account, Array<Pending> changes, UnixTime now) {
        return changes.foldLeft(account, (before, pending) -> {
            long index = before.settings().transactionIndex() + 1;
            Option<SmartAccount> proposed = CAST.people().toStream()
                    .flatMap(by -> after(before, new Command.CreateTransaction(by, pending.change()), now)
                            .flatMap(created -> after(created, new Command.CreateProposal(by, index, false), now)))
                    .headOption();
            return proposed.map(created -> pending.approved().foldLeft(created, (so, by) ->
                            after(so, new Command.CastVote(by, index, Vote.APPROVE), now).getOrElse(so)))
                    .getOrElse(before);
        });
    }

    @Provide
    Arbitrary<Long> seconds() {
        return Arbitraries.of(0L, 1L, 60L, 3_600L, 90_000L, 8_000_000L);
    }

    /** The account with its newest three open transactions alone. */
    private static SmartAccount reduced(SmartAccount account) {
        Array<ManagedTransaction> open = account.transactions().values().toArray()
                .filter(there -> there.proposal().forAll(proposal -> !(proposal instanceof Proposal.Executed
                        || proposal instanceof Proposal.Rejected
                        || proposal instanceof Proposal.Cancelled)))
                .sortBy(ManagedTransaction::index)
                .takeRight(3);
        return new SmartAccount(account.settings(), open.toMap(ManagedTransaction::index, there -> there), account.limits());
    }

    private static Exposures exposures(SmartAccount account, UnixTime now) {
        return new Exposures(
                RULES,
                new KnownAccounts(VAULT, HashMap.of(VAULT, account)),
                BALANCES,
                account.limits().toArray().map(limit -> SpendableLimit.of(limit._1, limit._2, now)),
                HashSet.empty(),
                NEW_KEY,
                now);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void theRulesAllowEachStep(
            @ForAll("histories") GeneratedHistory history,
            @ForAll("changes") Array<Pending> changes,
            @ForAll("keys") Set<Address> keys,
            @ForAll("seconds") long seconds) {
        SmartAccount account = reduced(with(history.account(), changes, history.now()));
        Exposure exposure = exposures(account, history.now()).of(keys, history.now().plusSeconds(seconds));
        SmartAccount state = account;
        UnixTime last = history.now();
        HashMap<Token, BaseUnits> spent = HashMap.empty();
        for (ExposureStep step : exposure.steps()) {
            assertTrue(!step.at().isBefore(last) && !history.now().plusSeconds(seconds).isBefore(step.at()), step::toString);
            last = step.at();
            if (step.command() instanceof Command.Spend(Address by, Address limit, Address destination, BaseUnits amount)
                    && account.limits().get(limit).isDefined()) {
                spent = spent.put(account.limits().get(limit).get().terms().token(), amount, (one, other) -> one.plus(other).get());
            }
            if (!(step.command() instanceof Command.Spend spend) || state.limits().containsKey(spend.limit())) {
                state = after(state, step.command(), step.at()).getOrElseThrow(() -> new AssertionError(step.toString()));
            }
        }
        assertTrue(spent.forAll(token -> token._2.compareTo(exposure.atMost().get(token._1).get()) <= 0));
        assertTrue(exposure.atMost().forAll(token -> token._2.compareTo(BALANCES.amounts().get(token._1).get()) <= 0));
        assertEquals(exposure.control().isDefined(), hasTaken(state));
    }

    @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void noWayToControlIsMissed(
            @ForAll("histories") GeneratedHistory history,
            @ForAll("changes") Array<Pending> changes,
            @ForAll("keys") Set<Address> keys,
            @ForAll("seconds") long seconds) {
        SmartAccount account = reduced(with(history.account(), changes, history.now()));
        UnixTime until = history.now().plusSeconds(seconds);
        Option<Boolean> reached = reachesControl(account, history.now(), until, keys.toArray());
        Assume.that(reached.isDefined());
        assertEquals(reached.get(), exposures(account, history.now()).of(keys, until).control().isDefined());
    }

    @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void aDrainingSetDrainsAndNoPartOfItDoes(@ForAll("histories") GeneratedHistory history) {
        SmartAccount account = reduced(history.account());
        Exposures exposures = exposures(account, history.now());
        UnixTime until = history.now().plusSeconds(account.settings().timeLock().seconds());
        for (Exposures.DrainingSet set : exposures.drainingSets().get()) {
            assertEquals(BALANCES.amounts(), exposures.of(HashSet.ofAll(set.keys()), until).atMost());
            for (Address key : set.keys()) {
                Exposure less = exposures.of(HashSet.ofAll(set.keys().remove(key)), until);
                assertTrue(less.control().isEmpty(), () -> set + " without " + key);
            }
        }
    }

    /** An own transaction that was approved by the old threshold is executed under the new time lock. */
    @Example
    void anApprovalGivenBeforeAChangeCounts() {
        Address key = CAST.people().head();
        UnixTime now = new UnixTime(1_760_000_000);
        SmartAccount made = RULES.fold(Option.none(), RULES.decide(
                        Option.none(), new Command.CreateAccount(
                                CAST.people().take(2).map(signer -> new Signer(signer, Permissions.ALL)),
                                new Threshold(1),
                                new TimeLock(60),
                                new AdminControl.None(),
                                Option.none()), now)
                .get()).get();
        TransactionContent change = new TransactionContent.SettingsChange(Array.of(
                new SettingsAction.ChangeThreshold(new Threshold(2)), new SettingsAction.SetTimeLock(TimeLock.NONE)));
        SmartAccount approved = with(made, Array.of(new Pending(change, Array.of(key))), now);
        UnixTime later = now.plusSeconds(60);

        assertEquals(Option.some(later), exposures(approved, later).of(HashSet.of(key), later).control());
        assertEquals(Option.some(now.plusSeconds(60)), exposures(approved, now).of(HashSet.of(key), later).control());
    }

    private static boolean hasTaken(SmartAccount account) {
        return account.transactions().values().exists(there -> there.content().contains(ExposureSearch.EVERYTHING)
                && there.proposal().exists(Proposal.Executed.class::isInstance));
    }

    private static Option<SmartAccount> after(SmartAccount account, Command command, UnixTime at) {
        return RULES.decide(account, command, at).toOption().flatMap(events -> RULES.fold(Option.some(account), events));
    }

    private record Reached(SmartAccount account, UnixTime at) {}

    /** None if there are too many states. */
    private static Option<Boolean> reachesControl(SmartAccount start, UnixTime now, UnixTime until, Array<Address> keys) {
        // Histories leave such content open as well; its execution is no transaction of these keys.
        if (start.transactions().values().exists(there -> there.content().contains(ExposureSearch.EVERYTHING))) {
            return Option.none();
        }
        ArrayDeque<Reached> waiting = new ArrayDeque<>();
        Set<Reached> seen = HashSet.empty();
        waiting.add(new Reached(start, now));
        while (!waiting.isEmpty()) {
            Reached state = waiting.removeLast();
            if (seen.contains(state)) {
                continue;
            }
            seen = seen.add(state);
            if (hasTaken(state.account())) {
                return Option.some(true);
            }
            if (seen.size() > MOST_STATES) {
                return Option.none();
            }
            for (Command command : commands(start, state.account(), keys)) {
                after(state.account(), command, state.at()).forEach(next -> waiting.add(new Reached(next, state.at())));
            }
            times(state, until).forEach(time -> waiting.add(new Reached(state.account(), time)));
        }
        return Option.some(false);
    }

    private static Array<UnixTime> times(Reached state, UnixTime until) {
        return state.account().transactions().values().toArray()
                .flatMap(ManagedTransaction::proposal)
                .filter(Proposal.Approved.class::isInstance)
                .map(approved -> state.account().settings().timeLock().releases(approved.since()))
                .filter(time -> state.at().isBefore(time) && !until.isBefore(time));
    }

    private static Array<Command> commands(SmartAccount start, SmartAccount account, Array<Address> keys) {
        Array<Long> indexes = account.transactions().keySet().toArray();
        boolean mayCreate = account.settings().transactionIndex() == start.settings().transactionIndex()
                || account.settings().makesStale(account.settings().transactionIndex());
        return keys.append(NEW_KEY).flatMap(by -> indexes.<Command>flatMap(index -> Array.of(
                        new Command.CreateProposal(by, index, false),
                        new Command.ActivateProposal(by, index),
                        new Command.CastVote(by, index, Vote.APPROVE),
                        new Command.Execute(by, index)))
                .appendAll(Option.when(mayCreate, () -> new Command.CreateTransaction(by, ExposureSearch.EVERYTHING)))
                .appendAll(Array.<SettingsAction>of(
                                new SettingsAction.AddSigner(new Signer(NEW_KEY, Permissions.ALL)),
                                new SettingsAction.ChangeThreshold(new Threshold(1)),
                                new SettingsAction.SetTimeLock(TimeLock.NONE))
                        .map(action -> new Command.ChangeAsAdmin(by, action)))
                .append(new Command.HandOver(by, new AdminControl.HeldBy(by))));
    }
}
