package dev.mandate.adapters.http.exchange;

import dev.mandate.domain.access.Scope;
import dev.mandate.ports.refusal.Failure;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * One method at one path, as data: a host can mount it on whatever server it has.
 *
 * @param scope what an API key must have for it; none: it is open to everybody
 */
public record Endpoint(Method method, PathTemplate path, Option<Scope> scope, Dialect dialect, Handler handler) {

    /** What an endpoint does. Safe from any thread; may block. */
    public interface Handler {
        Either<Failure, Answer> handle(Call call);
    }

    /** An endpoint of the neutral wire that takes an API key. */
    public static Endpoint of(Method method, String path, Scope scope, Handler handler) {
        return new Endpoint(method, PathTemplate.of(path), Option.some(scope), Dialect.NEUTRAL, handler);
    }

    /** An endpoint that is open to everybody. */
    public static Endpoint open(String path, Handler handler) {
        return new Endpoint(Method.GET, PathTemplate.of(path), Option.none(), Dialect.NEUTRAL, handler);
    }

    /** The same at another path, for clients of the public SDK. */
    public Endpoint grid(String gridPath) {
        return new Endpoint(method, PathTemplate.of(gridPath), scope, Dialect.GRID, handler);
    }
}
