package dev.mandate.adapters.http.exchange;

import dev.mandate.domain.access.Scope;
import dev.mandate.ports.refusal.Failure;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * One method at one path, as data. A host can mount it on any server.
 *
 * @param scope the scope that an API key needs; none: open to everyone
 */
public record Endpoint(Method method, PathTemplate path, Option<Scope> scope, Dialect dialect, Handler handler) {

    /** The work of an endpoint. Thread-safe; may block. */
    public interface Handler {
        Either<Failure, Answer> handle(Call call);
    }

    /** Returns an endpoint of the neutral dialect that needs an API key. */
    public static Endpoint of(Method method, String path, Scope scope, Handler handler) {
        return new Endpoint(method, PathTemplate.of(path), Option.some(scope), Dialect.NEUTRAL, handler);
    }

    /** Returns an endpoint that is open to everyone. */
    public static Endpoint open(String path, Handler handler) {
        return new Endpoint(Method.GET, PathTemplate.of(path), Option.none(), Dialect.NEUTRAL, handler);
    }

    /** Returns this endpoint at another path, for clients of the public SDK. */
    public Endpoint grid(String gridPath) {
        return new Endpoint(method, PathTemplate.of(gridPath), scope, Dialect.GRID, handler);
    }
}
