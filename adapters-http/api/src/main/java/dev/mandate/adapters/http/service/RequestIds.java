package dev.mandate.adapters.http.service;

import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.ports.api.access.ApiKey;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** Request ids, which connect an answer with the log. */
final class RequestIds {

    /** Excludes an API key's prefix and a run of characters as long as the rest of a key: a client may send a key by mistake. */
    private static final Pattern ACCEPTED =
            Pattern.compile("(?!.*" + ApiKey.TOKEN_PREFIX + ")(?!.*[A-Za-z0-9_-]{43})[A-Za-z0-9._-]{8,64}");

    private RequestIds() {}

    /**
     * Returns the client's id if it fits a log line and contains no key that is known; otherwise a new one. A UUID in a request without a key may be the
     * key, sent in the wrong header.
     */
    static String of(Request request, SecretRedactor discretion) {
        boolean hasKey = request.headers().first("authorization").isDefined();
        return request.headers()
                .first("x-request-id")
                .filter(given -> ACCEPTED.matcher(given).matches()
                        && (hasKey ? discretion.id(given) : discretion.text(given)).equals(given))
                .getOrElse(RequestIds::fresh);
    }

    /** Returns a new id: unique, but not secret. */
    static String fresh() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        HexFormat hex = HexFormat.of();
        return "req_" + hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    }
}
