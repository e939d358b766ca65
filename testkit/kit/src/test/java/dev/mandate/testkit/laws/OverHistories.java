package dev.mandate.testkit.laws;

import dev.mandate.testkit.generators.GeneratedHistory;
import dev.mandate.testkit.generators.Histories;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;

/** A law that is stated over whole histories. */
interface OverHistories {

    @Provide
    default Arbitrary<GeneratedHistory> histories() {
        return Histories.histories();
    }
}
