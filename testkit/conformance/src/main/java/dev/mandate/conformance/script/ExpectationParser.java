package dev.mandate.conformance.script;

import dev.mandate.conformance.script.Expectation.Check;
import dev.mandate.conformance.script.Expectation.JsonType;
import io.vavr.collection.Array;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads what follows {@code expect:} and {@code until:}. */
final class ExpectationParser {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final Pattern STATUS = Pattern.compile("status ([1-5][0-9]{2}(?: or [1-5][0-9]{2})*)");
    private static final Pattern LACKS = Pattern.compile("body lacks (.+)");
    private static final Pattern MEMBER = Pattern.compile("((?:/[^/\\s]*)+) (.+)");
    private static final Pattern HEADER = Pattern.compile("header ([a-z0-9-]+) (.+)");
    private static final Pattern TYPE = Pattern.compile("is an? (string|integer|number|boolean|array|object)|is (null)");
    private static final Pattern ENTRIES = Pattern.compile("has ([0-9]{1,3}) entr(?:y|ies)");

    private ExpectationParser() {}

    static Expectation parse(ScriptLine line) throws MalformedScript {
        String text = line.rest();
        Matcher status = STATUS.matcher(text);
        Matcher lacks = LACKS.matcher(text);
        Matcher member = MEMBER.matcher(text);
        Matcher header = HEADER.matcher(text);
        if (status.matches()) {
            return new Expectation.Status(text, Array.of(status.group(1).split(" or ", -1)).map(Integer::valueOf));
        } else if (lacks.matches()) {
            return new Expectation.BodyLacks(text, lacks.group(1));
        } else if (member.matches()) {
            return new Expectation.Member(text, member.group(1), check(line, member.group(2)));
        } else if (header.matches()) {
            return new Expectation.Header(text, header.group(1), check(line, header.group(2)));
        }
        throw new MalformedScript(line.problem("no such expectation"));
    }

    private static Check check(ScriptLine line, String text) throws MalformedScript {
        Matcher type = TYPE.matcher(text);
        Matcher entries = ENTRIES.matcher(text);
        if (text.startsWith("= ")) {
            return new Check.Equal(requireJson(line, text.substring(2)));
        } else if (text.startsWith("!= ")) {
            return new Check.Different(requireJson(line, text.substring(3)));
        } else if (text.startsWith("matches ")) {
            return new Check.Matches(requirePattern(line, text.substring("matches ".length())));
        } else if (text.startsWith("contains ")) {
            return new Check.Contains(requireJson(line, text.substring("contains ".length())));
        } else if (text.equals("absent")) {
            return new Check.Absent();
        } else if (entries.matches()) {
            return new Check.Entries(Integer.parseInt(entries.group(1)));
        } else if (type.matches()) {
            String name = type.group(1) == null ? type.group(2) : type.group(1);
            return new Check.OfType(JsonType.valueOf(name.toUpperCase(Locale.ROOT)));
        }
        throw new MalformedScript(line.problem("no such check: \"" + text + "\""));
    }

    /** Returns {@code text} if it is JSON once its variables have values. */
    static String requireJson(ScriptLine line, String text) throws MalformedScript {
        try {
            JSON.readTree(Template.fill(text, name -> "0"));
            return text;
        } catch (JacksonException malformed) {
            throw new MalformedScript(line.problem("not JSON: " + text));
        }
    }

    private static String requirePattern(ScriptLine line, String text) throws MalformedScript {
        try {
            return Pattern.compile(Template.fill(text, name -> "0")).pattern().isEmpty() ? "" : text;
        } catch (PatternSyntaxException malformed) {
            throw new MalformedScript(line.problem("not a pattern: " + malformed.getDescription()));
        }
    }
}
