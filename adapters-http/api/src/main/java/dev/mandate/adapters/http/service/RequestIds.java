package dev.mandate.adapters.http.service;

import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.ports.access.ApiKey;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** Names requests, so that an answer and the log can be brought together. */
final class RequestIds {

    /** Neither a key's prefix nor a run of characters as long as the rest of a key: a client may have sent a key by mistake. */
    private static final Pattern ACCEPTED =
            Pattern.compile("(?!.*" + ApiKey.TOKEN_PREFIX + ")(?!.*[A-Za-z0-9_-]{43})[A-Za-z0-9._-]{8,64}");

    private RequestIds() {}

    /** The name that the client gave, if it is one that a log can hold, and none of its keys; else a new one. */
    static String of(Request request, SecretRedactor discretion) {
        return request.headers()
                .first("x-request-id")
                .filter(given -> ACCEPTED.matcher(given).matches() && discretion.text(given).equals(given))
                .getOrElse(RequestIds::fresh);
    }

    /** A new name: no secret, but no other request's. */
    static String fresh() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        HexFormat hex = HexFormat.of();
        return "req_" + hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    }
}
