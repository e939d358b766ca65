package dev.mandate.testkit.node;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.testkit.node.faults.FaultInjector;
import dev.mandate.testkit.node.faults.FaultPlan;
import dev.mandate.testkit.node.methods.NodeLedger;
import dev.mandate.testkit.node.methods.NodeView;
import dev.mandate.testkit.node.methods.RpcMethods;
import dev.mandate.testkit.node.methods.RpcSubscriptions;
import dev.mandate.testkit.node.notices.NodePubSub;
import io.vavr.control.Option;
import java.io.UncheckedIOException;
import java.time.Instant;

/** Builds a {@link SolanaTestNode}. Without any choice: a new chain whose clock shows 9 October 2025, free ports, no faults. */
public final class SolanaTestNodeBuilder {

    private static final UnixTime START = new UnixTime(1_760_000_000);
    private static final int TRIES = 50;

    private int port;
    private UnixTime start = START;
    private Notices notices = Notices.OF_THE_CHAIN;
    private Option<SimulatedChain> chain = Option.none();
    private Option<NodeLedger> ledger = Option.none();
    private Option<FaultPlan> faults = Option.none();

    SolanaTestNodeBuilder() {}

    /** The port; 0, the default, takes a free one. The WebSocket takes the next one. */
    public SolanaTestNodeBuilder port(int number) {
        port = number;
        return this;
    }

    /** The time of the chain's clock at first; only for a chain of the node's own. */
    public SolanaTestNodeBuilder time(Instant time) {
        start = UnixTime.of(time);
        return this;
    }

    /** The chain behind the node. Several nodes may show one chain. */
    public SolanaTestNodeBuilder chain(SimulatedChain shown) {
        chain = Option.some(shown);
        return this;
    }

    /** Any other chain. A node over it tells no logs and fees of what landed, and its chain does not fork. */
    public SolanaTestNodeBuilder ledger(NodeLedger shown) {
        ledger = Option.some(shown);
        return this;
    }

    /** What the WebSocket notifies of. */
    public SolanaTestNodeBuilder notices(Notices how) {
        notices = how;
        return this;
    }

    /** Which requests over HTTP meet a fault. */
    public SolanaTestNodeBuilder faults(FaultPlan plan) {
        faults = Option.some(plan);
        return this;
    }

    /** Starts the node on loopback. */
    public SolanaTestNode start() {
        for (int tried = 1; ; tried++) {
            Parts parts = parts();
            Option<FaultInjector> injector = faults.map(plan -> parts.chain()
                    .map(forking -> FaultInjector.within(
                            new ForkingChain(forking, parts.view(), parts.methods()), plan, (fault, methods) -> {}))
                    .getOrElseThrow(() -> new IllegalStateException("a plan of faults needs a simulated chain")));
            HttpFront http = HttpFront.start(port, parts.methods(), injector);
            try {
                Option<NodePubSub> pubSub = pubSub(http.port() + 1, parts.view());
                return new SolanaTestNode(parts.view(), parts.methods(), parts.chain(), Option.some(http), pubSub);
            } catch (UncheckedIOException portTaken) {
                http.close();
                if (port != 0 || tried == TRIES) {
                    throw portTaken;
                }
            }
        }
    }

    /** Makes a node without a socket, for {@link SolanaTestNode#answer} alone. */
    public SolanaTestNode inProcess() {
        Parts parts = parts();
        return new SolanaTestNode(parts.view(), parts.methods(), parts.chain(), Option.none(), Option.none());
    }

    private Option<NodePubSub> pubSub(int number, NodeView view) {
        return switch (notices) {
            case OF_THE_CHAIN -> Option.some(NodePubSub.start(number, new RpcSubscriptions(view)));
            case BY_HAND -> Option.some(NodePubSub.byHand(number));
            case NONE -> Option.none();
        };
    }

    private record Parts(Option<SimulatedChain> chain, NodeView view, RpcMethods methods) {}

    private Parts parts() {
        Option<SimulatedChain> simulated =
                ledger.isDefined() ? Option.none() : chain.orElse(() -> Option.some(new SimulatedChain(start)));
        NodeView view = new NodeView(ledger.getOrElse(() -> NodeLedger.of(simulated.get())));
        return new Parts(simulated, view, new RpcMethods(view));
    }
}
