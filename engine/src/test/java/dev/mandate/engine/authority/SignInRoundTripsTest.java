package dev.mandate.engine.authority;

import static dev.mandate.engine.NodeRounds.assertRounds;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.Engines;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.node.SolanaTestNode;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;

/** What a first sign-in costs in requests to a node that depend on each other. */
class SignInRoundTripsTest {

    private static final Array<String> ACCOUNTS_AND_BLOCKHASH = Array.of("getMultipleAccounts", "getLatestBlockhash getEpochInfo");

    private final AuthorityFixture fixture = new AuthorityFixture();

    @Test
    void aFirstSignInTakesFiveOnceTheRentIsKnown() {
        try (SolanaTestNode node = SolanaTestNode.httpOnly(fixture.chain)) {
            Chain chain = new RpcChain(RpcSettings.of(Network.DEVNET, Array.of(node.providerUrl())));
            Engines engine = fixture.engine(chain, fixture.journal);
            CreationOrder other = new CreationOrder(Command.CreateAccount.ofEquals(1, TestKey.of("somebody").address()));
            var unused = engine.service(Network.DEVNET, AuthorityFixture.ACME.tenant())
                    .get()
                    .create(AuthorityFixture.ACME.keyLine(), other, new Retry.Unnamed())
                    .get();
            OneTimeCode code = fixture.ask(Purpose.REGISTER);
            assertTrue(assertRounds(
                            node,
                            () -> engine.email(Network.DEVNET, AuthorityFixture.ACME)
                                    .get()
                                    .verify(AuthorityFixture.request(code, P256KeyPair.generate()), new Retry.Unnamed()),
                            Array.of(
                                    ACCOUNTS_AND_BLOCKHASH,
                                    Array.of("simulateTransaction", "getRecentPrioritizationFees", "getFeeForMessage"),
                                    ACCOUNTS_AND_BLOCKHASH,
                                    Array.of("sendTransaction"),
                                    Array.of("getEpochInfo getSignatureStatuses")))
                    .isRight());
        }
    }
}
