package dev.mandate.testkit.planted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.testsupport.contract.ContractRun;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StoreContractCatchesTest {

    /** A test that is skipped does not pass: all capabilities are there. */
    @Test
    void aStoreWithoutABugPassesAll() {
        ContractRun run = ContractRun.of(AlteredStore.class, StoreBug.NONE);
        assertEquals(Array.empty(), run.notPassed());
        assertFalse(run.passed().isEmpty());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aStoreWithABugDoesNot(StoreBug bug) {
        ContractRun run = ContractRun.of(AlteredStore.class, bug, bug.caughtBy());
        assertTrue(run.notPassed().contains(bug.caughtBy()), () -> "passed " + run.passed());
    }
}
