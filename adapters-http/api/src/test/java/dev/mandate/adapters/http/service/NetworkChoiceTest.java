package dev.mandate.adapters.http.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Dialect;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.service.ServiceSettings.Environment;
import dev.mandate.domain.chain.Network;
import dev.mandate.ports.refusal.FailureCode;
import io.vavr.control.Either;
import org.junit.jupiter.api.Test;

class NetworkChoiceTest {

    @Test
    void isMainnetByDefault() {
        assertEquals(Either.right(Network.MAINNET), neutral(Headers.NONE));
    }

    @Test
    void isTheOperatorsDefaultForThePublicSdk() {
        assertEquals(Either.right(Network.DEVNET), grid(Headers.NONE));
    }

    @Test
    void isTakenFromEitherHeader() {
        for (String header : new String[] {"x-service-network", "X-Squads-Network"}) {
            assertEquals(Either.right(Network.DEVNET), neutral(Headers.NONE.with(header, "devnet")));
            assertEquals(Either.right(Network.MAINNET), grid(Headers.NONE.with(header, "mainnet")));
        }
    }

    @Test
    void mayBeNamedTwiceAlike() {
        Headers both = Headers.NONE.with("x-service-network", "devnet").with("x-squads-network", "devnet");

        assertEquals(Either.right(Network.DEVNET), neutral(both));
    }

    @Test
    void isNotGuessedWhereHeadersDisagree() {
        Headers both = Headers.NONE.with("x-service-network", "devnet").with("x-squads-network", "mainnet");

        assertEquals(Either.left(ServerCode.NETWORK_CONFLICT), neutral(both));
        assertEquals(
                Either.left(ServerCode.NETWORK_CONFLICT),
                neutral(Headers.NONE.with("x-service-network", "devnet").with("x-service-network", "mainnet")));
    }

    @Test
    void isMainnetOrDevnet() {
        for (String name : new String[] {"", "testnet", "Mainnet", "mainnet-beta", "devnet "}) {
            assertEquals(
                    Either.left(ServerCode.BAD_HEADER), neutral(Headers.NONE.with("x-service-network", name)), name);
        }
    }

    @Test
    void followsTheEnvironmentForThePublicSdkAlone() {
        for (String value : new String[] {"sandbox", "devnet"}) {
            assertEquals(Either.right(Network.DEVNET), grid(Headers.NONE.with("x-grid-environment", value)));
            assertEquals(Either.right(Network.MAINNET), neutral(Headers.NONE.with("x-grid-environment", value)));
        }
        assertEquals(Either.right(Network.MAINNET), grid(Headers.NONE.with("x-grid-environment", "mainnet")));
    }

    @Test
    void goesByTheNetworkHeaderBeforeTheEnvironment() {
        Headers both = Headers.NONE.with("x-grid-environment", "sandbox").with("x-squads-network", "mainnet");

        assertEquals(Either.right(Network.MAINNET), grid(both));
    }

    @Test
    void refusesAnotherEnvironmentThanTheServersOnEveryPath() {
        for (String header : new String[] {"x-service-environment", "x-grid-environment"}) {
            Headers production = Headers.NONE.with(header, "production");
            assertEquals(Either.left(ServerCode.ENVIRONMENT_MISMATCH), neutral(production));
            assertEquals(Either.left(ServerCode.ENVIRONMENT_MISMATCH), grid(production));
            assertEquals(Either.left(ServerCode.BAD_HEADER), neutral(Headers.NONE.with(header, "staging")));
        }
        assertEquals(
                Either.right(Network.MAINNET),
                choose(Headers.NONE.with("x-grid-environment", "production"), Dialect.GRID, Environment.PRODUCTION));
        assertEquals(
                Either.left(ServerCode.ENVIRONMENT_MISMATCH),
                choose(Headers.NONE.with("x-grid-environment", "sandbox"), Dialect.GRID, Environment.PRODUCTION));
    }

    private static Either<FailureCode, Network> neutral(Headers headers) {
        return choose(headers, Dialect.NEUTRAL, Environment.SANDBOX);
    }

    private static Either<FailureCode, Network> grid(Headers headers) {
        return choose(headers, Dialect.GRID, Environment.SANDBOX);
    }

    private static Either<FailureCode, Network> choose(Headers headers, Dialect dialect, Environment environment) {
        ServiceSettings settings =
                new ServiceSettings(environment, Network.DEVNET, "test", ServiceSettings.Grid.SERVED, 0, 0);
        return NetworkChoice.of(headers, dialect, settings).mapLeft(problems -> problems.head().code());
    }
}
