package dev.mandate.adapters.rpc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.testkit.chain.ChainContract;
import dev.mandate.testkit.chain.FailedLanding;
import dev.mandate.testkit.chain.FinalityControl;
import dev.mandate.testkit.chain.LineControl;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.methods.Confirmation;
import dev.mandate.testkit.node.faults.NodeFault;
import io.vavr.control.Option;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/** The adapter keeps the contract, against a node over the simulated chain. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RpcChainContractTest extends ChainContract {

    private final SimulatedChain simulated = new SimulatedChain(new UnixTime(1_760_000_000));
    private final SolanaTestNode node = SolanaTestNode.httpOnly(simulated);
    private final RpcFixture.MovedClock clock = new RpcFixture.MovedClock();
    private final RpcChain chain =
            new RpcChain(RpcFixture.settings(clock, new RpcFixture.NotedPause(), Duration.ofSeconds(10), node));

    @Override
    public Chain chain() {
        return chain;
    }

    @Override
    public ChainControl control() {
        return simulated;
    }

    @Override
    public Preflight preflight() {
        return Preflight.FORWARDS;
    }

    @Override
    public Option<FailedLanding> failedLanding() {
        return Option.some(transaction -> assertTrue(chain.send(transaction).isRight()));
    }

    @Override
    public Option<LineControl> line() {
        return Option.some(new LineControl() {
            @Override
            public void breakWith(LineFault fault) {
                node.failing(methods -> Option.some(switch (fault) {
                    case CUT -> new NodeFault.Cut();
                    case RATE_LIMIT -> new NodeFault.Status(429, Option.some("1"));
                }));
            }

            @Override
            public void repair() {
                node.failing(methods -> Option.none());
                clock.advance(Duration.ofSeconds(11));
            }
        });
    }

    @Override
    public Option<FinalityControl> finality() {
        return Option.some(new FinalityControl() {
            @Override
            public void holdBack() {
                node.confirming(Confirmation.HELD_BACK);
            }

            @Override
            public void confirm() {
                node.confirming(Confirmation.AT_ONCE);
            }
        });
    }

    @AfterAll
    void close() {
        node.close();
    }
}
