package dev.mandate.engine.limit;

import dev.mandate.testsupport.svm.SvmRig;
import dev.mandate.testsupport.svm.SvmSetup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** Limits and votes of the engine on the real runtime with the deployed program. */
@Tag("svm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EngineLimitOnSvmTest {

    private final SvmRig rig = SvmRig.start(SvmSetup.squadsV4())
            .getOrElseGet(unavailable -> Assumptions.abort(unavailable.explanation()));

    @AfterAll
    void close() {
        rig.close();
    }

    private EngineLimitFixture started() {
        rig.reset(EngineLimitFixture.START);
        return new EngineLimitFixture(rig.chain(), rig.chain());
    }

    @Nested
    class Limits extends EngineLimitTest {
        @Override
        EngineLimitFixture fixture() {
            return started();
        }
    }

    @Nested
    class Crashes extends EngineLimitCrashTest {
        @Override
        EngineLimitFixture fixture() {
            return started();
        }
    }

    @Nested
    class PolicySigners extends PolicySignerTest {
        @Override
        EngineLimitFixture fixture() {
            return started();
        }
    }
}
