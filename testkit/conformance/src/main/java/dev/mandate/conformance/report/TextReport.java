package dev.mandate.conformance.report;

import dev.mandate.conformance.run.Outcome;
import dev.mandate.conformance.run.ScriptResult;
import dev.mandate.conformance.script.Script;
import io.vavr.collection.Array;

/** The report for people. */
public final class TextReport {

    private TextReport() {}

    /** Returns the lines: each group with its counts, failures and skipped scripts, and the sum. */
    public static Array<String> lines(Array<ScriptResult> results) {
        return results.map(result -> result.script().group())
                .distinct()
                .flatMap(group -> group(group, results.filter(result -> result.script().group().equals(group))))
                .append("")
                .append("%-48s %s".formatted("all", counts(results)));
    }

    private static Array<String> group(String group, Array<ScriptResult> results) {
        return Array.of("%-48s %s".formatted(group, counts(results))).appendAll(results.flatMap(TextReport::lines));
    }

    private static Array<String> lines(ScriptResult result) {
        Script script = result.script();
        return switch (result.outcome()) {
            case Outcome.Passed() -> Array.empty();
            case Outcome.Skipped(String why) -> Array.of("  skipped  " + script.name(), "           " + why);
            case Outcome.Failed(int line, String call, String expected, String actual) -> Array.of(
                    "  FAILED   " + script.name(),
                    "           promise   " + script.promise() + " (" + script.contract() + ")",
                    "           call      " + call + " (line " + line + ")",
                    "           expected  " + expected,
                    "           came      " + actual);
        };
    }

    private static String counts(Array<ScriptResult> results) {
        int passed = results.count(result -> result.outcome() instanceof Outcome.Passed);
        int failed = results.count(result -> result.outcome() instanceof Outcome.Failed);
        return passed + " passed, " + failed + " failed, " + (results.size() - passed - failed) + " skipped";
    }
}
