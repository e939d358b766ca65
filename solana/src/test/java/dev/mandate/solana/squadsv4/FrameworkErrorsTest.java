package dev.mandate.solana.squadsv4;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

class FrameworkErrorsTest {

    private static Option<String> name(long code) {
        return SquadsV4Program.PUBLIC.errorName(code);
    }

    @Test
    void errorsOfTheFrameworkHaveNames() {
        assertEquals(Option.some("InstructionMissing"), name(100));
        assertEquals(Option.some("InstructionDidNotSerialize"), name(103));
        assertEquals(Option.some("ConstraintSigner"), name(2002));
        assertEquals(Option.some("ConstraintSeeds"), name(2006));
        assertEquals(Option.some("ConstraintAssociatedTokenTokenProgram"), name(2023));
        assertEquals(Option.some("RequireGteViolated"), name(2506));
        assertEquals(Option.some("AccountNotInitialized"), name(3012));
        assertEquals(Option.some("AccountDuplicateReallocs"), name(3017));
        assertEquals(Option.some("DeclaredProgramIdMismatch"), name(4100));
    }

    @Test
    void otherNumbersHaveNone() {
        for (long code : new long[] {0, 99, 104, 999, 1_999, 2_024, 2_499, 2_507, 3_018, 4_999, 5_999, 6_045, 0xFFFF_FFFFL}) {
            assertEquals(Option.none(), name(code), () -> "error " + code);
        }
    }
}
