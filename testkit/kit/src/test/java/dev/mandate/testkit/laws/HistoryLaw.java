package dev.mandate.testkit.laws;

import dev.mandate.testkit.generators.GeneratedHistory;
import dev.mandate.testkit.generators.Histories;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;

/** A law about whole histories. */
interface HistoryLaw {

    @Provide
    default Arbitrary<GeneratedHistory> histories() {
        return Histories.histories();
    }
}
