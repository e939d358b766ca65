package dev.mandate.adapters.http.exchange;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** What an endpoint reads of a request's body. */
public enum Content {
    /** Nothing. A body is ignored. */
    NONE,
    /** A JSON object. */
    JSON,
    /** A JSON object, or no body. */
    OPTIONAL_JSON;

    /**
     * Judges the length, type and coding of a body. If it has not arrived, it is judged as far as the headers tell.
     *
     * @return the request, or 413 or 415
     */
    public Either<Failure, Request> require(Request request) {
        return switch (this) {
            case NONE -> Either.right(request);
            case JSON -> readable(request);
            case OPTIONAL_JSON -> isMaybeAbsent(request.body()) ? Either.right(request) : readable(request);
        };
    }

    /** Reads the object of a body that {@link #require} admits; an empty object if nothing is read. */
    public Either<Failure, ObjectNode> parse(Body body) {
        return switch (this) {
            case NONE -> Either.right(Json.object());
            case JSON -> Json.parseObject(bytes(body));
            case OPTIONAL_JSON -> bytes(body).length() == 0 ? Either.right(Json.object()) : Json.parseObject(bytes(body));
        };
    }

    private static Bytes bytes(Body body) {
        return switch (body) {
            case Body.Complete(Bytes bytes) -> bytes;
            case Body.Awaited awaited -> throw new IllegalStateException("the body has not arrived");
            case Body.TooLarge large -> throw new IllegalStateException("a body that is too large reached an endpoint");
        };
    }

    private static boolean isMaybeAbsent(Body body) {
        return switch (body) {
            case Body.Complete(Bytes bytes) -> bytes.length() == 0;
            case Body.Awaited(Option<Long> length) -> length.forAll(known -> known == 0);
            case Body.TooLarge large -> false;
        };
    }

    private static boolean isTooLarge(Body body) {
        return switch (body) {
            case Body.Complete complete -> false;
            case Body.Awaited(Option<Long> length) -> length.exists(known -> known > Body.MAX_BYTES);
            case Body.TooLarge large -> true;
        };
    }

    private static Either<Failure, Request> readable(Request request) {
        return isTooLarge(request.body())
                ? Either.left(Failure.of(
                        ServerCode.BODY_TOO_LARGE, "The body is larger than " + Body.MAX_BYTES / 1024 + " KiB."))
                : requireJson(request);
    }

    private static Either<Failure, Request> requireJson(Request request) {
        Array<Problem> problems = Array.of(
                        Option.when(!isJson(request.headers()), "The content type must be application/json, in UTF-8."),
                        Option.when(isEncoded(request.headers()), "The body must come as it is: no content encoding is read."))
                .flatMap(message -> message)
                .map(message -> new Problem("", ServerCode.UNSUPPORTED_MEDIA_TYPE, message));
        return problems.isEmpty() ? Either.right(request) : Either.left(Failure.of(problems));
    }

    private static boolean isJson(Headers headers) {
        String type = headers.first("content-type").getOrElse("").toLowerCase(Locale.ROOT);
        int parameters = type.indexOf(';');
        String essence = (parameters < 0 ? type : type.substring(0, parameters)).strip();
        return essence.equals(Reply.JSON) && (parameters < 0 || isUtf8(type.substring(parameters + 1)));
    }

    /** For example compressed. {@code identity} is no coding (RFC 9110, section 8.4.1). */
    private static boolean isEncoded(Headers headers) {
        return headers.all("content-encoding").exists(coding -> !coding.isBlank() && !coding.strip().equalsIgnoreCase("identity"));
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
}
