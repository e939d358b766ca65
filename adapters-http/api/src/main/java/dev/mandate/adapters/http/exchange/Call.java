package dev.mandate.adapters.http.exchange;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.refusal.ErrorCode;
import dev.mandate.ports.refusal.Failure;
import dev.mandate.ports.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/**
 * A routed request.
 *
 * @param path the values of the path's variables
 * @param caller the holder of the API key; none at open endpoints
 * @param at the server's time
 */
public record Call(
        Request request, Map<String, String> path, Query query, Option<Caller> caller, String requestId, UnixTime at) {

    /** Returns the value of the path variable {@code name}. */
    public String variable(String name) {
        return path.get(name).getOrElseThrow(() -> new IllegalStateException("no {" + name + "} in the path"));
    }

    /** Returns the body's JSON object. */
    public Either<Failure, ObjectNode> body() {
        return switch (request.body()) {
            case Body.TooLarge large ->
                Either.left(Failure.of(
                        ErrorCode.BODY_TOO_LARGE, "The body is larger than " + Body.MAX_BYTES / 1024 + " KiB."));
            case Body.Complete(Bytes bytes) -> requireJson().flatMap(json -> Json.parseObject(bytes));
        };
    }

    /** Returns the body's JSON object; an empty object if there is no body. */
    public Either<Failure, ObjectNode> optionalBody() {
        return request.body() instanceof Body.Complete(Bytes bytes) && bytes.length() == 0
                ? Either.right(Json.object())
                : body();
    }

    private Either<Failure, Call> requireJson() {
        Array<Problem> problems = Array.of(
                        Option.when(!isJson(), "The content type must be application/json, in UTF-8."),
                        Option.when(isEncoded(), "The body must come as it is: no content encoding is read."))
                .flatMap(message -> message)
                .map(message -> new Problem("", ErrorCode.UNSUPPORTED_MEDIA_TYPE, message));
        return problems.isEmpty() ? Either.right(this) : Either.left(Failure.of(problems));
    }

    private boolean isJson() {
        String type = request.headers().first("content-type").getOrElse("").toLowerCase(Locale.ROOT);
        int parameters = type.indexOf(';');
        String essence = (parameters < 0 ? type : type.substring(0, parameters)).strip();
        return essence.equals(Reply.JSON) && (parameters < 0 || isUtf8(type.substring(parameters + 1)));
    }

    /** For example compressed. {@code identity} is no coding (RFC 9110, section 8.4.1). */
    private boolean isEncoded() {
        return request.headers()
                .all("content-encoding")
                .exists(coding -> !coding.isBlank() && !coding.strip().equalsIgnoreCase("identity"));
    }

    /** Returns whether no parameter names another character set. */
    private static boolean isUtf8(String parameters) {
        return Array.of(parameters.split(";", -1)).forAll(parameter -> {
            int equals = parameter.indexOf('=');
            String value = parameter.substring(equals + 1).strip();
            return equals < 0
                    || !parameter.substring(0, equals).strip().equals("charset")
                    || value.equals("utf-8")
                    || value.equals("\"utf-8\"");
        });
    }

    /** Returns this call, unless its query has unknown or malformed parameters. */
    public Either<Failure, Call> requireQuery() {
        Array<Problem> problems = query.problems();
        return problems.isEmpty() ? Either.right(this) : Either.left(Failure.of(problems));
    }
}
