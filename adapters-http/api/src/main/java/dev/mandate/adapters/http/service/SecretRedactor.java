package dev.mandate.adapters.http.service;

import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.ports.access.ApiKey;
import dev.mandate.ports.refusal.Failure;
import dev.mandate.ports.refusal.Problem;
import io.vavr.collection.Array;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What may be repeated of a request, in an answer or the log: all but API keys, which a client puts by mistake where a name, a path or an id
 * belongs. Known as such are those that this service makes, the one that somebody chose for it, and the one that the request came with.
 */
final class SecretRedactor {

    private static final Pattern API_KEY = Pattern.compile(ApiKey.TOKEN_PREFIX + "[A-Za-z0-9_-]{8,}");
    private static final Pattern PERCENT = Pattern.compile("%[0-9A-Fa-f]{2}");

    /** Whatever is shorter is no key anywhere, and may be a word. */
    private static final int SHORTEST_KEY = 8;

    private final Array<String> keys;

    /** @param keys that nothing about them gives away */
    SecretRedactor(Array<String> keys) {
        this.keys = keys.filter(key -> key.length() >= SHORTEST_KEY);
    }

    /** {@code text} without keys; where there is none, the same. */
    String text(String text) {
        String kept = text;
        for (String key : keys) {
            kept = kept.replace(key, "…");
        }
        return kept.contains(ApiKey.TOKEN_PREFIX) ? API_KEY.matcher(kept).replaceAll(ApiKey.TOKEN_PREFIX + "…") : kept;
    }

    /** A path without keys, in which they may be spelled with percent sequences as well, and those with others. */
    String path(String path) {
        String kept = text(path);
        if (path.indexOf('%') < 0 || !kept.equals(path)) {
            return kept;
        }
        return Array.of(withoutPercent(path), withoutAnyPercent(path))
                .find(spelled -> !text(spelled).equals(spelled))
                .map(this::text)
                .getOrElse(path);
    }

    Failure failure(Failure failure) {
        return failure.with(failure.problems().map(this::problem));
    }

    private Problem problem(Problem problem) {
        return new Problem(text(problem.field()), problem.code(), text(problem.message()));
    }

    /** An answer tells of a request no more than the names of what was passed over. */
    Answer answer(Answer answer) {
        return switch (answer) {
            case Answer.Json json when !json.ignored().isEmpty() ->
                new Answer.Json(json.status(), json.body(), json.ignored().map(this::text));
            case Answer.Rows rows when !rows.ignored().isEmpty() ->
                new Answer.Rows(rows.items(), rows.next(), rows.ignored().map(this::text));
            case Answer other -> other;
        };
    }

    private static String withoutPercent(String text) {
        return PERCENT.matcher(text).replaceAll(found -> Matcher.quoteReplacement(Character.toString(spelled(found.group()))));
    }

    /** Without the sequences that others spell either, however deep: each is taken up as soon as its end is there. */
    private static String withoutAnyPercent(String text) {
        StringBuilder kept = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            kept.append(text.charAt(i));
            int start = kept.length() - 3;
            while (start >= 0 && kept.charAt(start) == '%' && PERCENT.matcher(kept).region(start, kept.length()).matches()) {
                char meant = spelled(kept.substring(start));
                kept.setLength(start);
                kept.append(meant);
                start = kept.length() - 3;
            }
        }
        return kept.toString();
    }

    private static char spelled(String sequence) {
        return (char) Integer.parseInt(sequence.substring(1), 16);
    }
}
