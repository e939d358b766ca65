package dev.mandate.testkit.laws;

import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

/** The same with more tries. */
@Tag("full")
@PropertyDefaults(tries = 5, shrinking = ShrinkingMode.OFF)
class SquadsProgramMoreLawsTest extends SquadsProgramLawsTest {}
