package dev.mandate.adapters.http.service;

import dev.mandate.adapters.http.error.Failure;
import dev.mandate.adapters.http.error.Problem;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.ports.access.ApiKey;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What may be repeated of a request, in an answer or the log: all but API keys, which a client puts by mistake where a name, a path or an id
 * belongs. Known as such are those that this service makes, and the one that the request itself came with.
 */
final class Discretion {

    private static final Pattern API_KEY = Pattern.compile(ApiKey.TOKEN_PREFIX + "[A-Za-z0-9_-]{8,}");
    private static final Pattern PERCENT = Pattern.compile("%[0-9A-Fa-f]{2}");

    /** Whatever is shorter is no key anywhere, and may be a word. */
    private static final int SHORTEST_KEY = 8;

    private final Headers headers;

    /** @param headers of the request, among them its key */
    Discretion(Headers headers) {
        this.headers = headers;
    }

    /** {@code text} without keys; where there is none, the very same. */
    String text(String text) {
        String own = headers.first("authorization").flatMap(KeyCheck::bearer).getOrElse("");
        String kept = own.length() >= SHORTEST_KEY ? text.replace(own, "…") : text;
        return kept.contains(ApiKey.TOKEN_PREFIX) ? API_KEY.matcher(kept).replaceAll(ApiKey.TOKEN_PREFIX + "…") : kept;
    }

    /** A path without keys, in which they may be spelled with percent sequences as well. */
    String path(String path) {
        if (path.indexOf('%') < 0) {
            return text(path);
        }
        String spelled = withoutPercent(path);
        String kept = text(spelled);
        return kept.equals(spelled) ? path : kept;
    }

    Failure failure(Failure failure) {
        return failure.saying(text(failure.message()), failure.problems().map(this::problem));
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
        return PERCENT.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        Character.toString((char) Integer.parseInt(found.group().substring(1), 16))));
    }
}
