package dev.mandate.engine.tenant;

import dev.mandate.testkit.laws.review.CustodyUnderTest;
import dev.mandate.testkit.laws.review.ReviewLaws;
import dev.mandate.testsupport.svm.SvmRig;
import dev.mandate.testsupport.svm.SvmSetup;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import org.junit.jupiter.api.Assumptions;

/** The same on the real runtime with the deployed program. */
@Tag("svm")
// Bounded shrinking would go on in the background and disturb the rig.
@PropertyDefaults(shrinking = ShrinkingMode.FULL)
class TenantReviewLawsOnSvmTest extends ReviewLaws {

    private static final SvmRig RIG = SvmRig.start(SvmSetup.squadsV4())
            .getOrElseGet(unavailable -> Assumptions.abort(unavailable.explanation()));

    @AfterContainer
    static void close() {
        RIG.close();
    }

    @Override
    protected CustodyUnderTest custody() {
        RIG.reset(ServiceFixture.START);
        return new TenantUnderTest(RIG.chain());
    }
}
