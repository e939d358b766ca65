package dev.mandate.conformance.report;

import dev.mandate.conformance.run.Outcome;
import dev.mandate.conformance.run.ScriptResult;
import io.vavr.collection.Array;

/** The report in the XML that JUnit's runners write: a suite for each group, a case for each script. */
public final class JUnitReport {

    private JUnitReport() {}

    public static String xml(Array<ScriptResult> results) {
        return results.map(result -> result.script().group())
                .distinct()
                .map(group -> suite(group, results.filter(result -> result.script().group().equals(group))))
                .mkString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", "", "</testsuites>\n");
    }

    private static String suite(String group, Array<ScriptResult> results) {
        int failures = results.count(result -> result.outcome() instanceof Outcome.Failed);
        int skipped = results.count(result -> result.outcome() instanceof Outcome.Skipped);
        return "  <testsuite name=\"%s\" tests=\"%s\" failures=\"%s\" errors=\"0\" skipped=\"%s\">\n%s  </testsuite>\n"
                .formatted(escaped(group), results.size(), failures, skipped, results.map(JUnitReport::testCase).mkString());
    }

    private static String testCase(ScriptResult result) {
        String name = result.script().name();
        String inside = switch (result.outcome()) {
            case Outcome.Passed() -> "";
            case Outcome.Skipped(String why) -> "<skipped message=\"%s\"/>".formatted(escaped(why));
            case Outcome.Failed(int line, String call, String expected, String actual) -> "<failure message=\"%s\">%s</failure>"
                    .formatted(
                            escaped(result.script().promise()),
                            escaped("line " + line + ": " + call + "\nexpected: " + expected + "\ncame: " + actual));
        };
        return "    <testcase classname=\"%s\" name=\"%s\">%s</testcase>\n"
                .formatted(escaped(result.script().group()), escaped(name.substring(name.lastIndexOf('/') + 1)), inside);
    }

    /** Characters that XML 1.0 cannot hold become question marks. */
    private static String escaped(String text) {
        return text.replaceAll("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "?")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
