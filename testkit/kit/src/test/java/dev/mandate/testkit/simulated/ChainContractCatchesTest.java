package dev.mandate.testkit.simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.vavr.collection.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The chain contract notices adapters with a bug, and passes the same adapter without one. */
class ChainContractCatchesTest {

    private record Run(Array<String> passed, Array<String> notPassed) {}

    /** @param filter which of the suite's tests to run */
    private static Run run(Class<?> suite, PostDiscoveryFilter filter) {
        List<String> passed = new ArrayList<>();
        List<String> notPassed = new ArrayList<>();
        Launcher launcher = LauncherFactory.create(LauncherConfig.builder()
                .enableTestEngineAutoRegistration(false)
                .addTestEngines(new JupiterTestEngine())
                .build());
        launcher.execute(
                LauncherDiscoveryRequestBuilder.request().selectors(selectClass(suite)).filters(filter).build(),
                new TestExecutionListener() {
                    @Override
                    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                        boolean success = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
                        if (test.isTest()) {
                            (success ? passed : notPassed).add(name(test));
                        }
                    }
                });
        return new Run(Array.ofAll(passed), Array.ofAll(notPassed));
    }

    /** The method, without the number of a parameter. */
    private static String name(TestIdentifier test) {
        return test.getSource()
                .map(source -> ((MethodSource) source).getMethodName())
                .orElseGet(test::getDisplayName);
    }

    /** A test that is skipped does not pass: all capabilities are there. */
    @Test
    void anAdapterWithoutABugPassesAll() {
        Run run = run(AlteredChain.class, every -> FilterResult.included("all"));
        assertEquals(Array.empty(), run.notPassed());
        assertTrue(run.passed().size() > 150, () -> run.passed().size() + " tests ran");
    }

    static Stream<Arguments> bugs() {
        return Stream.of(
                Arguments.of(PlantedBugs.FailureForgotten.class, "statusesNameTheFailure"),
                Arguments.of(PlantedBugs.FaultAsNoAccount.class, "noReadAnswersAsThoughThereWereNothing"),
                Arguments.of(PlantedBugs.AmountsCut.class, "readsEveryBitOfAnAmount"),
                Arguments.of(PlantedBugs.ConfirmedTooEarly.class, "aTransactionIsNotConfirmedBeforeTheChainIsSure"),
                Arguments.of(PlantedBugs.OldSlot.class, "readsWhatATransactionChangedSinceTheLastRead"),
                Arguments.of(PlantedBugs.SignatureOfAnother.class, "aLongHistoryIsWhole"),
                Arguments.of(PlantedBugs.PageTruncated.class, "aLongHistoryIsWhole"),
                Arguments.of(PlantedBugs.RateLimitSwallowed.class, "noReadAnswersAsThoughThereWereNothing"));
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.MethodSource("bugs")
    void anAdapterWithABugDoesNot(Class<?> suite, String caughtBy) {
        Run run = run(suite, test -> FilterResult.includedIf(
                test.getSource().filter(source -> source instanceof MethodSource method && !method.getMethodName().equals(caughtBy)).isEmpty()));
        assertTrue(run.notPassed().contains(caughtBy), () -> "passed " + run.passed());
    }
}
