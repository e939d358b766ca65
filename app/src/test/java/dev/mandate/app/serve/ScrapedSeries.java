package dev.mandate.app.serve;

import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.collection.TreeMap;
import io.vavr.collection.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The series of a scrape in the text format of Prometheus, each with the names of its labels. */
record ScrapedSeries(Map<String, Set<String>> labels) {

    private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE (\\S+) (counter|gauge|histogram|summary)$");
    private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-z_]+)(?:\\{(.*)\\})? \\S+$");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

    static ScrapedSeries of(String text) {
        Array<String> names = matches(TYPE, text).map(match -> match.group(1));
        Array<MatchResult> samples = matches(SAMPLE, text);
        return new ScrapedSeries(TreeMap.ofEntries(names.toMap(
                name -> name,
                name -> TreeSet.ofAll(samples.filter(sample -> sample.group(1).matches(Pattern.quote(name) + "(_bucket|_sum|_count)?"))
                        .flatMap(sample -> matches(LABEL, sample.group(2) == null ? "" : sample.group(2)))
                        .map(label -> label.group(1))
                        .filter(label -> !label.equals("le"))))));
    }

    static Array<MatchResult> matches(Pattern pattern, String text) {
        return Array.ofAll(pattern.matcher(text).results());
    }
}
