package dev.mandate.adapters.http.service;

import dev.mandate.adapters.http.error.FieldNames;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.ports.api.access.ApiKey;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.Problem;
import io.vavr.collection.Array;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Redacts API keys in texts of a request before an answer or the log repeats them. A client may send a key by mistake as a
 * name, a path or an id. It recognizes keys in this service's formats, the key that the operator chose, and the key of the
 * request itself. Any UUID may be a key: no path, name or message of this service holds another one. In an id that a client gives its request
 * a UUID is usual, and stays unless it is one of these known keys.
 */
final class SecretRedactor {

    private static final Pattern API_KEY = Pattern.compile(ApiKey.TOKEN_PREFIX + "[A-Za-z0-9_-]{8,}");
    private static final Pattern UUID_KEY =
            Pattern.compile("[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-4[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}");
    private static final Pattern PERCENT = Pattern.compile("%[0-9A-Fa-f]{2}");

    /** A shorter text is no key and may be an ordinary word. */
    private static final int SHORTEST_KEY = 8;

    private final Array<String> keys;

    /** @param keys keys that cannot be recognized by their format */
    SecretRedactor(Array<String> keys) {
        this.keys = keys.filter(key -> key.length() >= SHORTEST_KEY);
    }

    /** Returns {@code text} without keys; the same object if there are none. */
    String text(String text) {
        String kept = id(text);
        return kept.indexOf('-') < 0 ? kept : UUID_KEY.matcher(kept).replaceAll("…");
    }

    /** Returns an id that a client chose without keys, other than a UUID that is not known to be one. */
    String id(String id) {
        String kept = id;
        for (String key : keys) {
            kept = kept.replace(key, "…");
        }
        return kept.contains(ApiKey.TOKEN_PREFIX) ? API_KEY.matcher(kept).replaceAll(ApiKey.TOKEN_PREFIX + "…") : kept;
    }

    /** Returns a path without keys. Keys may be percent-encoded, also repeatedly. */
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
        return new Problem(text(FieldNames.of(problem)), problem.code(), text(problem.message()));
    }

    /** Of the request an answer repeats only the names of ignored fields. */
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

    /** Decodes percent sequences at any depth: it decodes each sequence as soon as it is complete. */
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
