package dev.mandate.engine.tenant;

import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Tag;

/** The same with more tries. */
@Tag("full")
@PropertyDefaults(tries = 1_000)
class TenantReviewMoreLawsTest extends TenantReviewLawsTest {}
