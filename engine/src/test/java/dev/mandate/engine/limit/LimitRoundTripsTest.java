package dev.mandate.engine.limit;

import static dev.mandate.engine.NodeRounds.assertRounds;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.testkit.node.SolanaTestNode;
import io.vavr.collection.Array;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What limits that the engine keeps cost in requests to a node that depend on each other. */
class LimitRoundTripsTest {

    private static final long SOL = EngineLimitFixture.SOL;
    private static final String ACCOUNTS = "getMultipleAccounts";
    private static final Array<String> BUILD = Array.of(ACCOUNTS, "getLatestBlockhash getEpochInfo");
    private static final Array<String> PRICES = Array.of("simulateTransaction", "getRecentPrioritizationFees", "getFeeForMessage");

    private final SimulatedChain ledger = new SimulatedChain(EngineLimitFixture.START);
    private final SolanaTestNode node = SolanaTestNode.httpOnly(ledger);
    private final EngineLimitFixture fixture =
            new EngineLimitFixture(new RpcChain(RpcSettings.of(Network.DEVNET, Array.of(node.providerUrl()))), ledger);
    private final TenantService service = fixture.service();
    private final Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void aYearlyLimitTakesThreeOnceTheRentIsKnown() {
        assertTrue(service.build(yearly()).isRight());
        assertTrue(assertRounds(node, () -> service.build(yearly()), Array.of(BUILD.append(ACCOUNTS), BUILD, PRICES)).isRight());
    }

    private BuildRequest.AddLimit yearly() {
        return new BuildRequest.AddLimit(
                fixture.account,
                fixture.terms(PolicyPeriod.YEAR, SOL),
                new Authority.Vote(Array.of(fixture.ann.address())),
                BuildOptions.DEFAULT);
    }

    @Test
    void aUseTakesFourOnceTheLimitsHistoryIsKnown() {
        assertTrue(fixture.reserve(service, limit, SOL).isRight());
        assertTrue(assertRounds(
                        node,
                        () -> fixture.reserve(service, limit, SOL),
                        Array.of(
                                Array.of(ACCOUNTS, "getSignaturesForAddress"),
                                Array.of(ACCOUNTS, "getSignaturesForAddress getSignatureStatuses"),
                                BUILD,
                                PRICES))
                .isRight());
    }
}
