package dev.mandate.adapters.http.service;

import dev.mandate.adapters.http.error.ErrorCode;
import dev.mandate.adapters.http.error.Failure;
import dev.mandate.adapters.http.exchange.Dialect;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.service.ServiceSettings.Environment;
import dev.mandate.domain.chain.Network;
import io.vavr.collection.LinkedHashSet;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Which network a request is for, by its headers. */
public final class NetworkChoice {

    private static final LinkedHashSet<String> NETWORK_HEADERS = LinkedHashSet.of("x-service-network", "x-squads-network");
    private static final LinkedHashSet<String> ENVIRONMENT_HEADERS = LinkedHashSet.of("x-service-environment", "x-grid-environment");

    private NetworkChoice() {}

    /**
     * The network.
     *
     * @param dialect the public SDK sends no network header: there the environment's decides, or else the operator's default; everywhere
     *     else it is mainnet
     */
    public static Either<Failure, Network> of(Headers headers, Dialect dialect, ServiceSettings settings) {
        return environment(headers, settings)
                .flatMap(meant -> named(headers).map(named -> named.getOrElse(() -> switch (dialect) {
                    case NEUTRAL -> Network.MAINNET;
                    case GRID -> meant.getOrElse(settings.defaultNetwork());
                })));
    }

    private static Either<Failure, Option<Network>> named(Headers headers) {
        Vector<String> values = headers.anyOf(NETWORK_HEADERS);
        if (values.size() > 1) {
            return Either.left(Failure.at(
                    NETWORK_HEADERS.head(),
                    ErrorCode.NETWORK_CONFLICT,
                    "The network headers name more than one network."));
        }
        return values.headOption()
                .map(value -> switch (value) {
                    case "mainnet" -> Either.<Failure, Option<Network>>right(Option.some(Network.MAINNET));
                    case "devnet" -> Either.<Failure, Option<Network>>right(Option.some(Network.DEVNET));
                    default ->
                        Either.<Failure, Option<Network>>left(Failure.at(
                                NETWORK_HEADERS.head(), ErrorCode.BAD_HEADER, "A network is mainnet or devnet."));
                })
                .getOrElse(() -> Either.right(Option.none()));
    }

    /** Checks what the environment headers assert; answers the network that they stand for where none is named. */
    private static Either<Failure, Option<Network>> environment(Headers headers, ServiceSettings settings) {
        Vector<String> values = headers.anyOf(ENVIRONMENT_HEADERS);
        Either<Failure, Option<Network>> meant = Either.right(Option.none());
        for (String value : values) {
            meant = meant.flatMap(before -> environment(value, settings)
                    .flatMap(network -> before.exists(other -> other != network)
                            ? Either.left(Failure.at(
                                    ENVIRONMENT_HEADERS.head(),
                                    ErrorCode.NETWORK_CONFLICT,
                                    "The environment headers stand for more than one network."))
                            : Either.right(Option.some(network))));
        }
        return meant;
    }

    private static Either<Failure, Network> environment(String value, ServiceSettings settings) {
        return switch (value) {
            case "mainnet" -> Either.right(Network.MAINNET);
            case "devnet" -> Either.right(Network.DEVNET);
            case "production" -> asserted(Environment.PRODUCTION, Network.MAINNET, settings);
            case "sandbox" -> asserted(Environment.SANDBOX, Network.DEVNET, settings);
            default ->
                Either.left(Failure.at(
                        ENVIRONMENT_HEADERS.head(), ErrorCode.BAD_HEADER, "An environment is sandbox or production."));
        };
    }

    private static Either<Failure, Network> asserted(Environment asserted, Network network, ServiceSettings settings) {
        return asserted == settings.environment()
                ? Either.right(network)
                : Either.left(Failure.at(
                        ENVIRONMENT_HEADERS.head(),
                        ErrorCode.ENVIRONMENT_MISMATCH,
                        "This server's environment is another one; a header cannot change that."));
    }
}
