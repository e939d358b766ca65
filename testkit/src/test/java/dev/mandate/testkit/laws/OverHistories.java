package dev.mandate.testkit.laws;

import dev.mandate.testkit.generators.Histories;
import dev.mandate.testkit.generators.History;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;

/** A law that is stated over whole histories. */
interface OverHistories {

    @Provide
    default Arbitrary<History> histories() {
        return Histories.histories();
    }
}
