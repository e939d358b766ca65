package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vavr.collection.Array;
import java.util.regex.Pattern;

/** An alert rule for Prometheus. */
record AlertRule(String alert, String expr, String period, String severity, String summary, String runbook) {

    private static final String TEXT = "'((?:[^'\\n]|'')+)'\\n";
    private static final Pattern RULE = Pattern.compile("      - alert: (\\w+)\\n"
            + "        expr: " + TEXT
            + "        for: (\\d+[smh])\\n"
            + "        labels:\\n"
            + "          severity: (warning|critical)\\n"
            + "        annotations:\\n"
            + "          summary: " + TEXT
            + "          runbook: " + TEXT);

    /** Reads a file of one group, in which each rule has these fields in this order. Anything else fails: it is a subset of YAML. */
    static Array<AlertRule> all(String yaml) {
        String rest = RULE.matcher(yaml).replaceAll("");
        assertEquals("groups:\n  - name: mandate\n    rules:\n", rest.replaceAll("(?m)^#.*\\n", ""), "not a rule");
        return ScrapedSeries.matches(RULE, yaml).map(rule -> new AlertRule(
                rule.group(1), text(rule.group(2)), rule.group(3), rule.group(4), text(rule.group(5)), text(rule.group(6))));
    }

    private static String text(String quoted) {
        return quoted.replace("''", "'");
    }
}
