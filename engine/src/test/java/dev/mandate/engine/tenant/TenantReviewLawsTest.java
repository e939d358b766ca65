package dev.mandate.engine.tenant;

import dev.mandate.simulator.SimulatedChain;
import dev.mandate.testkit.laws.review.CustodyUnderTest;
import dev.mandate.testkit.laws.review.ReviewLaws;
import net.jqwik.api.PropertyDefaults;

/** A tenant's builders and its submit refuse alike, on the simulated chain. */
@PropertyDefaults(tries = 20)
class TenantReviewLawsTest extends ReviewLaws {

    @Override
    protected CustodyUnderTest custody() {
        return new TenantUnderTest(new SimulatedChain(ServiceFixture.START));
    }
}
