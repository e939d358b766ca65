package dev.mandate.testkit.node.faults;

import java.io.IOException;

/** A node whose chain can fork, and which can show an earlier slot. */
public interface ForkingNode extends FaultInjector.Node {

    /** Answers as if the node were {@code slots} behind. */
    byte[] answerBehind(byte[] request, int slots) throws IOException;

    /** From now on what lands is confirmed and not final. */
    void delayFinality();

    /** Takes back what has landed since. */
    void fork();
}
