package dev.mandate.adapters.http.exchange;

import dev.mandate.domain.access.Caller;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/**
 * A routed request.
 *
 * @param request its body has arrived as a whole, and is what the endpoint reads
 * @param path the values of the path's variables
 * @param body the body's JSON object; an empty object if there is no body and none is needed
 * @param caller the holder of the API key; none at open endpoints
 * @param at the server's time
 * @param profile of the endpoint
 */
public record Call(
        Request request,
        Map<String, String> path,
        Query query,
        Either<Failure, ObjectNode> body,
        Option<Caller> caller,
        String requestId,
        UnixTime at,
        WireProfile profile) {

    /** Returns the value of the path variable {@code name}. */
    public String variable(String name) {
        return path.get(name).getOrElseThrow(() -> new IllegalStateException("no {" + name + "} in the path"));
    }

    /** Returns this call with another body. */
    public Call worded(UnaryOperator<ObjectNode> words) {
        return new Call(request, path, query, body.map(words), caller, requestId, at, profile);
    }

    /** Returns this call as one of other clients. */
    public Call of(WireProfile clients) {
        return new Call(request, path, query, body, caller, requestId, at, clients);
    }

    /** Returns this call, unless its query has unknown or malformed parameters. */
    public Either<Failure, Call> requireQuery() {
        Array<Problem> problems = query.problems();
        return problems.isEmpty() ? Either.right(this) : Either.left(Failure.of(problems));
    }
}
