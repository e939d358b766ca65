package dev.mandate.testkit.node;

import static org.junit.jupiter.api.Assertions.assertSame;

import dev.mandate.testkit.node.junit.SolanaNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;

/** A node that is taken before all tests is that of each one. */
@SolanaNode
class SharedSolanaNodeTest {

    private static final List<SolanaTestNode> SHARED = new ArrayList<>();

    @BeforeAll
    static void take(SolanaTestNode node) {
        SHARED.add(node);
    }

    @RepeatedTest(2)
    void aTestHasTheNodeOfAll(SolanaTestNode node) {
        assertSame(SHARED.getFirst(), node);
    }
}
