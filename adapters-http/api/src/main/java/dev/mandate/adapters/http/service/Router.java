package dev.mandate.adapters.http.service;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.exchange.PathTemplate;
import dev.mandate.ports.api.refusal.Failure;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Finds the endpoint of a request. GET endpoints also serve HEAD (RFC 9110, section 9.1). */
final class Router {

    private final Map<Integer, Array<Endpoint>> byLength;
    /** Paths without variables, by method and path. They take precedence over paths with variables. */
    private final java.util.Map<Exact, Match> exact = new java.util.HashMap<>();

    Router(Seq<Endpoint> endpoints) {
        this.byLength = HashMap.ofAll(endpoints.toArray()
                .groupBy(endpoint -> endpoint.path().segments().size())
                .toJavaMap());
        endpoints
                .filter(endpoint -> endpoint.path().isFixed())
                .forEach(endpoint -> exact.put(
                        new Exact(endpoint.method().name(), endpoint.path().text()), new Match(endpoint, HashMap.empty())));
    }

    private record Exact(String method, String path) {}

    /** An endpoint and the values of its path variables. */
    record Match(Endpoint endpoint, Map<String, String> path) {}

    /** Why there is no endpoint, and the methods that the path allows. */
    record NoMatch(Failure failure, Array<String> allowed) {}

    Either<NoMatch, Match> find(String method, String path) {
        String sought = method.equals("HEAD") ? "GET" : method;
        Match fixed = exact.get(new Exact(sought, path));
        return fixed == null ? search(sought, path) : Either.right(fixed);
    }

    private Either<NoMatch, Match> search(String method, String path) {
        Array<String> segments = PathTemplate.segments(path);
        Array<Match> atPath = byLength.get(segments.size())
                .getOrElse(Array.empty())
                .flatMap(endpoint -> endpoint.path().match(segments).map(found -> new Match(endpoint, found)));
        Option<Match> match = atPath.filter(found -> found.endpoint().method().name().equals(method))
                .minBy(found -> found.path().size());
        return match.toEither(() -> atPath.isEmpty()
                ? new NoMatch(Failure.of(ServerCode.UNKNOWN_PATH, "There is nothing at this path."), Array.empty())
                : notAllowed(atPath.map(found -> found.endpoint().method()).distinct().sorted()));
    }

    private static NoMatch notAllowed(Array<Method> methods) {
        Array<String> allowed =
                methods.flatMap(method -> method == Method.GET ? Array.of("GET", "HEAD") : Array.of(method.name()));
        return new NoMatch(
                Failure.of(ServerCode.METHOD_NOT_ALLOWED, "This path answers to " + allowed.mkString(", ") + "."), allowed);
    }
}
