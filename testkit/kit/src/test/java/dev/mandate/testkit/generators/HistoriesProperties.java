package dev.mandate.testkit.generators;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import io.vavr.control.Either;
import java.util.Arrays;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsCollector;
import net.jqwik.api.statistics.StatisticsReport;

/** Checks that generated histories reach all states. Otherwise properties over histories prove nothing about them. */
class HistoriesProperties {

    private static final SmartAccountRules RULES = new SmartAccountRules();

    @Provide
    Arbitrary<GeneratedHistory> histories() {
        return Histories.histories(RulesUnderTest.of(RULES));
    }

    @Tag("full")
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    @Property(tries = 2000, seed = "20261120", edgeCases = EdgeCasesMode.NONE)
    void historiesReachEveryEventEveryRefusalAndEveryState(@ForAll("histories") GeneratedHistory history) {
        StatisticsCollector events = Statistics.label("events");
        StatisticsCollector refusals = Statistics.label("refusals");
        StatisticsCollector states = Statistics.label("states");
        events.collect("AccountCreated");
        history.steps().map(step -> RULES.decide(step.before(), step.command(), step.at())).forEach(answer -> {
            answer.swap().forEach(why -> refusals.collect(nameOf(why)));
            answer.forEach(accepted -> accepted.forEach(event -> events.collect(event.getClass().getSimpleName())));
        });
        history.steps().map(GeneratedHistory.Step::after).forEach(account -> account.transactions().values().forEach(
                transaction -> states.collect(nameOf(account, transaction))));
        reaches(events, names(Event.class));
        reaches(
                refusals,
                "AccountExists",
                "NoTransaction",
                "NoProposal",
                "ProposalExists",
                "IndexAhead",
                "NotClosable",
                "NoRentCollector",
                "WrongRentCollector",
                "LimitExists",
                "NoLimit",
                "NotASigner",
                "PermissionMissing",
                "HeldByAdmin",
                "NothingToChange",
                "NotTheAdmin",
                "AlreadyASigner",
                "NoSuchSigner",
                "LastSigner",
                "Ungovernable",
                "WrongState",
                "Stale",
                "AlreadyVoted",
                "TimeLocked",
                "NotEntitled",
                "DestinationNotAllowed",
                "Exceeded",
                "BadTerms");
        for (Class<?> state : Proposal.class.getPermittedSubclasses()) {
            reaches(states, state.getSimpleName(), "stale " + state.getSimpleName());
        }
        reaches(states, "recorded", "stale recorded", "orphaned Approved", "orphaned Rejected");
    }

    @Provide
    Arbitrary<GeneratedHistory> strictHistories() {
        RulesUnderTest rules = RulesUnderTest.of(RULES);
        return Histories.histories((before, command, now) ->
                command instanceof Command.CreateAccount create && create.threshold().value() == 1
                        ? Either.left("one signature is too few")
                        : rules.apply(before, command, now));
    }

    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
    void rulesMayBeStricterAboutNewAccounts(@ForAll("strictHistories") GeneratedHistory history) {
        assertTrue(history.created().settings().roster().threshold().value() > 1);
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void aHistoryNeverTurnsTheClockBack(@ForAll("histories") GeneratedHistory history) {
        history.steps().sliding(2).filter(pair -> pair.size() == 2).forEach(pair -> assertTrue(
                !pair.get(1).at().isBefore(pair.get(0).at())));
    }

    private static void reaches(StatisticsCollector collector, String... names) {
        collector.coverage(coverage -> Arrays.stream(names)
                .forEach(name -> coverage.check(name).count(count -> count > 0)));
    }

    private static String[] names(Class<?> sealed) {
        return Arrays.stream(sealed.getPermittedSubclasses()).map(Class::getSimpleName).toArray(String[]::new);
    }

    private static String nameOf(Refusal refusal) {
        return switch (refusal) {
            case Refusal.NotAllowed(var why) -> why.getClass().getSimpleName();
            case Refusal.SettingsRefused(var why) -> why.getClass().getSimpleName();
            case Refusal.ProposalRefused(long index, var why) -> why.getClass().getSimpleName();
            case Refusal.NotSpent(var why) -> why.getClass().getSimpleName();
            case Refusal.AccountExists why -> why.getClass().getSimpleName();
            case Refusal.NoAccount why -> why.getClass().getSimpleName();
            case Refusal.BadAccount why -> why.getClass().getSimpleName();
            case Refusal.NoTransaction why -> why.getClass().getSimpleName();
            case Refusal.NoProposal why -> why.getClass().getSimpleName();
            case Refusal.ProposalExists why -> why.getClass().getSimpleName();
            case Refusal.IndexAhead why -> why.getClass().getSimpleName();
            case Refusal.NotClosable why -> why.getClass().getSimpleName();
            case Refusal.NoRentCollector why -> why.getClass().getSimpleName();
            case Refusal.WrongRentCollector why -> why.getClass().getSimpleName();
            case Refusal.LimitExists why -> why.getClass().getSimpleName();
            case Refusal.NoLimit why -> why.getClass().getSimpleName();
        };
    }

    private static String nameOf(SmartAccount account, ManagedTransaction transaction) {
        String stale = account.settings().makesStale(transaction.index()) ? "stale " : "";
        String orphaned = transaction.isOrphaned() ? "orphaned " : "";
        return stale
                + orphaned
                + transaction.proposal().map(proposal -> proposal.getClass().getSimpleName()).getOrElse("recorded");
    }
}
