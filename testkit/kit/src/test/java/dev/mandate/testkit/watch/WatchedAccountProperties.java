package dev.mandate.testkit.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.watch.AccountChange;
import dev.mandate.domain.watch.AccountDifference;
import dev.mandate.domain.watch.AccountReplay;
import dev.mandate.domain.watch.WatchedAccount.WatchedLimit;
import dev.mandate.domain.watch.WatchedAccount;
import dev.mandate.domain.watch.WatchedTransaction;
import dev.mandate.testkit.generators.GeneratedHistory;
import dev.mandate.testkit.generators.Histories;
import dev.mandate.testkit.generators.RulesUnderTest;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What is told of an account adds up to the account, whether the history tells it or only what is there now. */
class WatchedAccountProperties {

    private static final SmartAccountRules RULES = new SmartAccountRules();

    @Provide
    Arbitrary<GeneratedHistory> histories() {
        return Histories.histories(RulesUnderTest.of(RULES));
    }

    @Provide
    Arbitrary<Integer> strides() {
        return Arbitraries.integers().between(1, 12);
    }

    @Property(tries = 300)
    void replayedCommandsAddUpToTheAccountAfterThem(@ForAll("histories") GeneratedHistory history) {
        AccountReplay replay = new AccountReplay(RULES);
        WatchedAccount told = WatchedAccount.of(history.created().settings());
        for (GeneratedHistory.Step step : history.accepted()) {
            Array<AccountChange> changes = replay.changes(told, Array.of(step.command()), step.at());
            told = changes.foldLeft(told, WatchedAccount::after);
            assertEquals(shown(step.after(), told).pruned(), told, () -> "after " + step);
            assertTrue(changes.nonEmpty() || step.after().equals(step.before()), () -> "nothing was told of " + step);
        }
    }

    @Property(tries = 300)
    void differencesAddUpToWhatIsShown(@ForAll("histories") GeneratedHistory history, @ForAll("strides") int stride) {
        WatchedAccount told = WatchedAccount.of(history.created().settings());
        for (GeneratedHistory.Step step : history.accepted().zipWithIndex().filter(each -> each._2 % stride == 0).map(each -> each._1)) {
            WatchedAccount shown = shown(step.after(), told);
            Array<AccountChange> changes = AccountDifference.between(told, shown, step.at());
            told = changes.foldLeft(told, WatchedAccount::after);
            assertEquals(shown.pruned(), told, () -> "after " + step);
            assertEquals(Array.empty(), AccountDifference.between(told, shown(step.after(), told), step.at()), "nothing is told twice");
        }
    }

    /** The account as a watcher reads it: what was told before, and what is new. */
    private static WatchedAccount shown(SmartAccount account, WatchedAccount told) {
        return new WatchedAccount(
                account.settings(),
                account.transactions()
                        .values()
                        .filter(one -> told.transaction(one.index()).isDefined() || one.index() > told.settings().transactionIndex())
                        .toArray()
                        .sortBy(ManagedTransaction::index)
                        .map(one -> new WatchedTransaction(
                                one,
                                told.transaction(one.index()).flatMap(WatchedTransaction::proposer),
                                told.transaction(one.index()).flatMap(WatchedTransaction::executableSince))),
                account.limits().toArray().map(limit -> new WatchedLimit(limit._1, limit._2)).sortBy(WatchedLimit::address));
    }
}
