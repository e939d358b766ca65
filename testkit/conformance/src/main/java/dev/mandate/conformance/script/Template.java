package dev.mandate.conformance.script;

import io.vavr.collection.LinkedHashSet;
import io.vavr.collection.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text with variables: {@code {name}}, {@code {name.part}}. */
public final class Template {

    /** A name in a script. */
    static final String NAME = "[a-z][a-z0-9_]*(?:\\.[a-z_]+)?";

    private static final Pattern VARIABLE = Pattern.compile("\\{(" + NAME + ")}");

    private Template() {}

    /** Returns the names of the variables in {@code text}. */
    static Set<String> variables(String text) {
        Set<String> names = LinkedHashSet.empty();
        Matcher found = VARIABLE.matcher(text);
        while (found.find()) {
            names = names.add(found.group(1));
        }
        return names;
    }

    /** Returns {@code text} with a value in the place of each variable. */
    public static String fill(String text, Function<String, String> value) {
        return VARIABLE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value.apply(found.group(1))));
    }
}
