package dev.mandate.app;

import dev.mandate.adapters.rpc.Pause;
import dev.mandate.testsupport.rpc.ChainNode;
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
                ChainNode node = ChainNode.start(0, rig.chain(), rig.chain()::sendWithoutPreflight, rig.chain())) {
            DemoOnNode.assertPlays(82, node, Pause.SLEEP, new StringWriter());
        }
    }
}
