package dev.mandate.adapters.http.exchange;

import dev.mandate.domain.access.Scope;
import dev.mandate.ports.api.refusal.Failure;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * One method at one path, as data. A host can mount it on any server.
 *
 * @param scope the scope that an API key needs; none: open to everyone
 * @param content what the handler reads of the body
 */
public record Endpoint(
        Method method, PathTemplate path, Option<Scope> scope, WireProfile profile, Content content, Handler handler) {

    /** The work of an endpoint. Thread-safe; may block. */
    public interface Handler {
        Either<Failure, Answer> handle(Call call);
    }

    /** Returns an endpoint that needs an API key. It reads a JSON object, unless its method is GET. */
    public static Endpoint of(Method method, String path, Scope scope, Handler handler) {
        Content content = method == Method.GET ? Content.NONE : Content.JSON;
        return new Endpoint(method, PathTemplate.of(path), Option.some(scope), WireProfile.NEUTRAL, content, handler);
    }

    /** Returns an endpoint that is open to everyone. */
    public static Endpoint open(String path, Handler handler) {
        return new Endpoint(Method.GET, PathTemplate.of(path), Option.none(), WireProfile.NEUTRAL, Content.NONE, handler);
    }

    /** Returns this endpoint at another path, for other clients. */
    public Endpoint at(String other, WireProfile clients) {
        return new Endpoint(method, PathTemplate.of(other), scope, clients, content, handler);
    }

    /** Returns this endpoint with another content of the body. */
    public Endpoint reading(Content other) {
        return new Endpoint(method, path, scope, profile, other, handler);
    }

    /** Returns this endpoint with another handler. */
    public Endpoint handledBy(Handler other) {
        return new Endpoint(method, path, scope, profile, content, other);
    }
}
