package dev.mandate.testkit.simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.testsupport.contract.ContractRun;
import io.vavr.collection.Array;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The chain contract notices adapters with a bug, and passes the same adapter without one. */
class ChainContractCatchesTest {

    /** A test that is skipped does not pass: all capabilities are there. */
    @Tag("full")
    @Test
    void anAdapterWithoutABugPassesAll() {
        ContractRun run = ContractRun.of(AlteredChain.class);
        assertEquals(Array.empty(), run.notPassed());
        assertTrue(run.passed().size() > 150, () -> run.passed().size() + " tests ran");
    }

    static Stream<Arguments> bugs() {
        return Stream.of(
                Arguments.of(PlantedBugs.FailureForgotten.class, "statusesNameTheFailure"),
                Arguments.of(PlantedBugs.FaultAsNoAccount.class, "noReadAnswersAsThoughThereWereNothing"),
                Arguments.of(PlantedBugs.AmountsCut.class, "readsEveryBitOfAnAmount"),
                Arguments.of(PlantedBugs.ConfirmedTooEarly.class, "aTransactionIsNotConfirmedBeforeTheChainIsSure"),
                Arguments.of(PlantedBugs.OldSlot.class, "readsChangesSinceTheLastRead"),
                Arguments.of(PlantedBugs.SignatureOfAnother.class, "aLongHistoryIsWhole"),
                Arguments.of(PlantedBugs.PageTruncated.class, "aLongHistoryIsWhole"),
                Arguments.of(PlantedBugs.RateLimitSwallowed.class, "noReadAnswersAsThoughThereWereNothing"));
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void anAdapterWithABugDoesNot(Class<?> suite, String caughtBy) {
        ContractRun run = ContractRun.of(suite, caughtBy);
        assertTrue(run.notPassed().contains(caughtBy), () -> "passed " + run.passed());
    }
}
