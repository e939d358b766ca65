package dev.mandate.adapters.http.exchange;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.refusal.Failure;
import dev.mandate.ports.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import tools.jackson.databind.node.ObjectNode;

/**
 * A routed request.
 *
 * @param request its body has arrived as a whole, and is what {@code content} allows
 * @param content what the endpoint reads of the body
 * @param path the values of the path's variables
 * @param caller the holder of the API key; none at open endpoints
 * @param at the server's time
 */
public record Call(
        Request request,
        Content content,
        Map<String, String> path,
        Query query,
        Option<Caller> caller,
        String requestId,
        UnixTime at) {

    /** Returns the value of the path variable {@code name}. */
    public String variable(String name) {
        return path.get(name).getOrElseThrow(() -> new IllegalStateException("no {" + name + "} in the path"));
    }

    /** Returns the body's JSON object; an empty object if there is no body and none is needed. */
    public Either<Failure, ObjectNode> body() {
        return switch (content) {
            case NONE -> throw new IllegalStateException("this endpoint reads no body");
            case JSON -> Json.parseObject(bytes());
            case OPTIONAL_JSON -> bytes().length() == 0 ? Either.right(Json.object()) : Json.parseObject(bytes());
        };
    }

    private Bytes bytes() {
        return switch (request.body()) {
            case Body.Complete(Bytes bytes) -> bytes;
            case Body.Awaited awaited -> throw new IllegalStateException("the body has not arrived");
            case Body.TooLarge large -> throw new IllegalStateException("a body that is too large reached an endpoint");
        };
    }

    /** Returns this call, unless its query has unknown or malformed parameters. */
    public Either<Failure, Call> requireQuery() {
        Array<Problem> problems = query.problems();
        return problems.isEmpty() ? Either.right(this) : Either.left(Failure.of(problems));
    }
}
