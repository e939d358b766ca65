package dev.mandate.solana.squadsv4.instruction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.solana.Vectors;
import dev.mandate.solana.squadsv4.Records;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the npm library makes of every instruction. */
@NullMarked
class InstructionVectorsTest {

    private static final Iterable<JsonNode> VECTORS = Vectors.read("squads-instructions.json", "vectors");

    @Test
    void everyInstructionHasAVector() {
        Set<InstructionType> seen = EnumSet.noneOf(InstructionType.class);
        for (JsonNode vector : VECTORS) {
            seen.add(meaning(vector).type());
        }
        assertEquals(EnumSet.allOf(InstructionType.class), seen);
    }

    @Test
    void whatWeEncodeIsTheLibrarysByteForByteAndAccountForAccount() {
        for (JsonNode vector : VECTORS) {
            assertEquals(
                    corrected(vector), InstructionCodec.V4.encode(meaning(vector)), vector::toString);
        }
    }

    @Test
    void whatTheLibraryEncodesWeReadWithTheSameMeaning() {
        for (JsonNode vector : VECTORS) {
            assertEquals(
                    Either.right(meaning(vector)),
                    InstructionCodec.V4.decode(corrected(vector)),
                    vector::toString);
        }
    }

    @Test
    void closingABufferAsTheLibraryDoesIsRefusedAsTheProgramRefusesIt() {
        int refused = 0;
        for (JsonNode vector : VECTORS) {
            if (meaning(vector) instanceof BufferInstruction.TransactionBufferClose close) {
                assertEquals(
                        Either.left(new SquadsInstructionProblem.NotWritable(
                                InstructionType.TRANSACTION_BUFFER_CLOSE, AccountRole.CREATOR, 2, close.creator())),
                        InstructionCodec.V4.decode(librarys(vector)));
                refused++;
            }
        }
        assertEquals(3, refused);
    }

    private static SquadsInstruction meaning(JsonNode vector) {
        String type = vector.path("type").asString().replace("_", "");
        for (Class<? extends SquadsInstruction> record : Records.leaves(SquadsInstruction.class)) {
            if (record.getSimpleName().toLowerCase(Locale.ROOT).equals(type)) {
                return Records.read(record, vector.path("fields"));
            }
        }
        throw new AssertionError("no record for " + type);
    }

    private static Instruction librarys(JsonNode vector) {
        return new Instruction(
                Vectors.address(vector, "program"),
                Array.ofAll(vector.path("accounts").values()).map(account -> Records.account(account.asString())),
                Vectors.bytes(vector, "data"));
    }

    /** As the library has it, except that whoever gets a closed buffer's rent is writable. */
    private static Instruction corrected(JsonNode vector) {
        Instruction instruction = librarys(vector);
        if (!vector.path("type").asString().equals(InstructionType.TRANSACTION_BUFFER_CLOSE.programName())) {
            return instruction;
        }
        AccountMeta creator = instruction.accounts().get(2);
        return new Instruction(
                instruction.program(),
                instruction.accounts().update(2, AccountMeta.writableSigner(creator.address())),
                instruction.data());
    }
}
