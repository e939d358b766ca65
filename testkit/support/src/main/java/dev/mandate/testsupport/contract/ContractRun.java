package dev.mandate.testsupport.contract;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.vavr.collection.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

/**
 * A run of a contract on an adapter, or of laws on rules.
 *
 * @param notPassed failed or skipped
 * @param messages of the failures
 */
public record ContractRun(Array<String> passed, Array<String> notPassed, Array<String> messages) {

    /** The parameter of a run that names the bug of the adapter. */
    public static final String BUG = "bug";

    /** Runs all tests of {@code suite}. */
    public static ContractRun of(Class<?> suite) {
        return run(suite, Map.of(), every -> FilterResult.included("all"));
    }

    /** Runs all tests of {@code suite} on an adapter with {@code bug}. */
    public static ContractRun of(Class<?> suite, Enum<?> bug) {
        return run(suite, Map.of(BUG, bug.name()), every -> FilterResult.included("all"));
    }

    /** Runs one test of {@code suite}. */
    public static ContractRun of(Class<?> suite, String method) {
        return run(suite, Map.of(), named(method));
    }

    /** Runs one test of {@code suite} on an adapter with {@code bug}. */
    public static ContractRun of(Class<?> suite, Enum<?> bug, String method) {
        return run(suite, Map.of(BUG, bug.name()), named(method));
    }

    private static PostDiscoveryFilter named(String method) {
        return test -> FilterResult.includedIf(test.getSource()
                .filter(source -> source instanceof MethodSource at && !at.getMethodName().equals(method))
                .isEmpty());
    }

    private static ContractRun run(Class<?> suite, Map<String, String> parameters, PostDiscoveryFilter filter) {
        List<String> passed = new ArrayList<>();
        List<String> notPassed = new ArrayList<>();
        List<String> messages = new ArrayList<>();
        Launcher launcher = LauncherFactory.create(
                LauncherConfig.builder().enableTestExecutionListenerAutoRegistration(false).build());
        launcher.execute(
                LauncherDiscoveryRequestBuilder.request().selectors(selectClass(suite)).filters(filter)
                        .configurationParameters(parameters).build(),
                new TestExecutionListener() {
                    @Override
                    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                        boolean success = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
                        if (test.isTest()) {
                            (success ? passed : notPassed).add(name(test));
                            result.getThrowable().map(Throwable::getMessage).ifPresent(messages::add);
                        }
                    }
                });
        return new ContractRun(Array.ofAll(passed), Array.ofAll(notPassed), Array.ofAll(messages));
    }

    /** The method, without the number of a parameter. */
    private static String name(TestIdentifier test) {
        return test.getSource()
                .map(source -> ((MethodSource) source).getMethodName())
                .orElseGet(test::getDisplayName);
    }
}
