package dev.mandate.testsupport.svm;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.testkit.node.Notices;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.methods.NodeLedger;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Instant;

/**
 * A node for contributors, on loopback: the real Solana runtime with the deployed Squads v4 program, behind JSON-RPC. Its clock
 * runs with the machine's, and can be moved ({@code testWarpClock}). Its faucet gives any amount. It forgets everything when it stops.
 */
public final class SvmNode {

    private static final int DEFAULT_PORT = 8899;

    private SvmNode() {}

    /**
     * Runs until the process is stopped.
     *
     * @param arguments the port; none: 8899
     */
    public static void main(String[] arguments) throws InterruptedException {
        int port = arguments.length == 0 ? DEFAULT_PORT : Integer.parseInt(arguments[0]);
        Either<SvmUnavailable, SvmRig> started = SvmRig.start(new SvmSetup(
                SvmSetup.Programs.SQUADS_V4, SvmSetup.Signatures.CHECKED, UnixTime.of(Instant.now())));
        if (started.isLeft()) {
            System.err.println("svm-node: " + started.getLeft().explanation());
            System.exit(1);
        }
        try (SvmRig rig = started.get();
                SolanaTestNode node = on(port, rig)) {
            System.out.println("A node with Squads v4 listens on http://127.0.0.1:" + node.url().getPort());
            followClock(rig.chain());
        }
    }

    /** Starts a node over {@code rig}, without a WebSocket. */
    public static SolanaTestNode on(int port, SvmRig rig) {
        return SolanaTestNode.builder()
                .port(port)
                .ledger(NodeLedger.of(rig.chain(), rig.chain()::sendWithoutPreflight, Option.some(rig.chain())))
                .notices(Notices.NONE)
                .start();
    }

    private static void followClock(SvmChain chain) throws InterruptedException {
        long behind = 0;
        for (long shown = Instant.now().getEpochSecond(); ; shown += behind) {
            Thread.sleep(1_000);
            behind = Math.max(0, Instant.now().getEpochSecond() - shown);
            chain.advance(behind);
        }
    }
}
