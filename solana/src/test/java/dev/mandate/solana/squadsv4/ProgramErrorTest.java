package dev.mandate.solana.squadsv4;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.solana.Vectors;
import io.vavr.control.Option;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Error codes, compared with the npm library. */
@NullMarked
class ProgramErrorTest {

    @Test
    void everyCodeHasTheLibrarysNameAndNoOtherCodeHasOne() {
        for (JsonNode vector : Vectors.read("squads-errors.json", "vectors")) {
            JsonNode name = vector.path("name");
            assertEquals(
                    name.isNull() ? Option.none() : Option.some(name.asString()),
                    ProgramError.of(vector.path("code").asLong()).map(ProgramError::programName),
                    vector::toString);
        }
    }

    @Test
    void aCodeIsFoundAgainByItsError() {
        for (ProgramError error : ProgramError.values()) {
            assertEquals(Option.some(error), ProgramError.of(error.code()));
        }
    }

    @Test
    void outOfRangeCodesAreUnknown() {
        assertEquals(Option.none(), ProgramError.of(-1));
        assertEquals(Option.none(), ProgramError.of(0xffff_ffffL));
        assertEquals(Option.none(), ProgramError.of(Long.MAX_VALUE));
    }
}
