package dev.mandate.adapters.http.service;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.WireProfile.DefaultNetwork;
import dev.mandate.adapters.http.service.ServiceSettings.Environment;
import dev.mandate.domain.chain.Network;
import dev.mandate.ports.api.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Chooses the network of a request by its headers. */
public final class NetworkChoice {

    private static final LinkedHashSet<String> NETWORK_HEADERS = LinkedHashSet.of("x-service-network", "x-squads-network");
    private static final LinkedHashSet<String> ENVIRONMENT_HEADERS = LinkedHashSet.of("x-service-environment", "x-grid-environment");

    private NetworkChoice() {}

    /**
     * Returns the network, or all problems of the headers that choose it.
     *
     * @param otherwise the network if no network header is there
     */
    public static Either<Array<Problem>, Network> of(Headers headers, DefaultNetwork otherwise, ServiceSettings settings) {
        Either<Array<Problem>, Option<Network>> named = stated(headers);
        Either<Array<Problem>, Option<Network>> meant = one(
                headers.anyOf(ENVIRONMENT_HEADERS).map(field -> meant(field, settings)),
                "The environment headers stand for more than one network.");
        return named.isRight() && meant.isRight()
                ? Either.right(named.get().getOrElse(() -> switch (otherwise) {
                    case MAINNET -> Network.MAINNET;
                    case OF_ENVIRONMENT -> meant.get().getOrElse(settings.defaultNetwork());
                }))
                : Either.left(problems(named).appendAll(problems(meant)));
    }

    /** Returns the network that a network header names, if there is one, or all problems of these headers. */
    public static Either<Array<Problem>, Option<Network>> stated(Headers headers) {
        return one(headers.anyOf(NETWORK_HEADERS).map(NetworkChoice::named), "The network headers name more than one network.");
    }

    /** As {@link #of}, but a request without a network header has a problem. */
    public static Either<Array<Problem>, Network> named(Headers headers, ServiceSettings settings) {
        return of(headers, DefaultNetwork.MAINNET, settings)
                .filterOrElse(
                        network -> !headers.anyOf(NETWORK_HEADERS).isEmpty(),
                        network -> Array.of(new Problem(
                                NETWORK_HEADERS.head(), ServerCode.BAD_HEADER, "This call must name its network: mainnet or devnet.")));
    }

    /** The value of a header, and its name as the client sent it. */
    private record Said(String header, Either<Problem, Network> network) {}

    private static Either<Array<Problem>, Option<Network>> one(Array<Said> all, String conflict) {
        Array<Problem> problems = all.flatMap(said -> said.network().swap().toOption());
        if (!problems.isEmpty()) {
            return Either.left(problems);
        }
        return all.map(said -> said.network().get()).distinct().size() > 1
                ? Either.left(Array.of(new Problem(all.last().header(), ServerCode.NETWORK_CONFLICT, conflict)))
                : Either.right(all.headOption().map(said -> said.network().get()));
    }

    private static Array<Problem> problems(Either<Array<Problem>, Option<Network>> said) {
        return said.swap().getOrElse(Array::empty);
    }

    private static Said named(Headers.Field field) {
        return new Said(field.name(), switch (field.value()) {
            case "mainnet" -> Either.right(Network.MAINNET);
            case "devnet" -> Either.right(Network.DEVNET);
            default -> Either.left(new Problem(field.name(), ServerCode.BAD_HEADER, "A network is mainnet or devnet."));
        });
    }

    /** Checks an environment header. It chooses the network if there is no network header. */
    private static Said meant(Headers.Field field, ServiceSettings settings) {
        return new Said(field.name(), switch (field.value()) {
            case "mainnet" -> Either.right(Network.MAINNET);
            case "devnet" -> Either.right(Network.DEVNET);
            case "production" -> asserted(field, Environment.PRODUCTION, Network.MAINNET, settings);
            case "sandbox" -> asserted(field, Environment.SANDBOX, Network.DEVNET, settings);
            default ->
                Either.left(new Problem(field.name(), ServerCode.BAD_HEADER, "An environment is sandbox or production."));
        });
    }

    private static Either<Problem, Network> asserted(
            Headers.Field field, Environment asserted, Network network, ServiceSettings settings) {
        return asserted == settings.environment()
                ? Either.right(network)
                : Either.left(new Problem(
                        field.name(),
                        ServerCode.ENVIRONMENT_MISMATCH,
                        "This server's environment is another one; a header cannot change that."));
    }
}
