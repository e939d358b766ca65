package dev.mandate.app;

import dev.mandate.adapters.rpc.Pause;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testsupport.svm.SvmNode;
import dev.mandate.testsupport.svm.SvmRig;
import dev.mandate.testsupport.svm.SvmSetup;
import java.io.StringWriter;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The demo on a node with the real Squads v4 program. */
@Tag("svm")
class DemoOnSvmTest {

    @Test
    void theDemoPlaysToItsEndOnTheRealProgram() {
        try (SvmRig rig = SvmRig.start(SvmSetup.squadsV4()).getOrElseGet(missing -> Assumptions.abort(missing.explanation()));
                SolanaTestNode node = SvmNode.on(0, rig)) {
            DemoOnNode.assertPlays(84, node, Pause.SLEEP, new StringWriter());
        }
    }
}
