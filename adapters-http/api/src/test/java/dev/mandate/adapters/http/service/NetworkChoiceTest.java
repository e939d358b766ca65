package dev.mandate.adapters.http.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.WireProfile.DefaultNetwork;
import dev.mandate.adapters.http.service.ServiceSettings.Environment;
import dev.mandate.domain.chain.Network;
import dev.mandate.ports.api.refusal.FailureCode;
import io.vavr.control.Either;
import org.junit.jupiter.api.Test;

class NetworkChoiceTest {

    @Test
    void isMainnetByDefault() {
        assertEquals(Either.right(Network.MAINNET), ofMainnet(Headers.NONE));
    }

    @Test
    void isTheOperatorsDefaultWhereTheEnvironmentDecides() {
        assertEquals(Either.right(Network.DEVNET), ofEnvironment(Headers.NONE));
    }

    @Test
    void isTakenFromEitherHeader() {
        for (String header : new String[] {"x-service-network", "X-Squads-Network"}) {
            assertEquals(Either.right(Network.DEVNET), ofMainnet(Headers.NONE.with(header, "devnet")));
            assertEquals(Either.right(Network.MAINNET), ofEnvironment(Headers.NONE.with(header, "mainnet")));
        }
    }

    @Test
    void mayBeNamedTwiceAlike() {
        Headers both = Headers.NONE.with("x-service-network", "devnet").with("x-squads-network", "devnet");

        assertEquals(Either.right(Network.DEVNET), ofMainnet(both));
    }

    @Test
    void isNotGuessedWhereHeadersDisagree() {
        Headers both = Headers.NONE.with("x-service-network", "devnet").with("x-squads-network", "mainnet");

        assertEquals(Either.left(ServerCode.NETWORK_CONFLICT), ofMainnet(both));
        assertEquals(
                Either.left(ServerCode.NETWORK_CONFLICT),
                ofMainnet(Headers.NONE.with("x-service-network", "devnet").with("x-service-network", "mainnet")));
    }

    @Test
    void isMainnetOrDevnet() {
        for (String name : new String[] {"", "testnet", "Mainnet", "mainnet-beta", "devnet "}) {
            assertEquals(
                    Either.left(ServerCode.BAD_HEADER), ofMainnet(Headers.NONE.with("x-service-network", name)), name);
        }
    }

    @Test
    void followsTheEnvironmentWhereItDecides() {
        for (String value : new String[] {"sandbox", "devnet"}) {
            assertEquals(Either.right(Network.DEVNET), ofEnvironment(Headers.NONE.with("x-grid-environment", value)));
            assertEquals(Either.right(Network.MAINNET), ofMainnet(Headers.NONE.with("x-grid-environment", value)));
        }
        assertEquals(Either.right(Network.MAINNET), ofEnvironment(Headers.NONE.with("x-grid-environment", "mainnet")));
    }

    @Test
    void goesByTheNetworkHeaderBeforeTheEnvironment() {
        Headers both = Headers.NONE.with("x-grid-environment", "sandbox").with("x-squads-network", "mainnet");

        assertEquals(Either.right(Network.MAINNET), ofEnvironment(both));
    }

    @Test
    void refusesAnotherEnvironmentThanTheServersOnEveryPath() {
        for (String header : new String[] {"x-service-environment", "x-grid-environment"}) {
            Headers production = Headers.NONE.with(header, "production");
            assertEquals(Either.left(ServerCode.ENVIRONMENT_MISMATCH), ofMainnet(production));
            assertEquals(Either.left(ServerCode.ENVIRONMENT_MISMATCH), ofEnvironment(production));
            assertEquals(Either.left(ServerCode.BAD_HEADER), ofMainnet(Headers.NONE.with(header, "staging")));
        }
        assertEquals(
                Either.right(Network.MAINNET),
                choose(Headers.NONE.with("x-grid-environment", "production"), DefaultNetwork.OF_ENVIRONMENT, Environment.PRODUCTION));
        assertEquals(
                Either.left(ServerCode.ENVIRONMENT_MISMATCH),
                choose(Headers.NONE.with("x-grid-environment", "sandbox"), DefaultNetwork.OF_ENVIRONMENT, Environment.PRODUCTION));
    }

    private static Either<FailureCode, Network> ofMainnet(Headers headers) {
        return choose(headers, DefaultNetwork.MAINNET, Environment.SANDBOX);
    }

    private static Either<FailureCode, Network> ofEnvironment(Headers headers) {
        return choose(headers, DefaultNetwork.OF_ENVIRONMENT, Environment.SANDBOX);
    }

    private static Either<FailureCode, Network> choose(Headers headers, DefaultNetwork otherwise, Environment environment) {
        ServiceSettings settings =
                new ServiceSettings(environment, Network.DEVNET, "test", 0, 0);
        return NetworkChoice.of(headers, otherwise, settings).mapLeft(problems -> problems.head().code());
    }
}
