package dev.mandate.engine.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.testsupport.contract.ContractRun;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CustodyContractCatchesTest {

    @Test
    void aHostWithoutABugPassesAll() {
        ContractRun run = ContractRun.of(AlteredHost.class, HostBug.NONE);
        assertEquals(Array.empty(), run.messages());
        assertFalse(run.passed().isEmpty());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aHostWithABugDoesNot(HostBug bug) {
        ContractRun run = ContractRun.of(AlteredHost.class, bug, bug.caughtBy());
        assertTrue(run.notPassed().contains(bug.caughtBy()), () -> "passed " + run.passed());
    }
}
