package dev.mandate.solana.squadsv4.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.solana.Vectors;
import dev.mandate.solana.squadsv4.Records;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** All operations with their derived addresses, and vault messages, compared with the npm library's builders. */
@NullMarked
class OperationVectorsTest {

    private static final Iterable<JsonNode> OPERATIONS = Vectors.read("squads-operations.json", "operations");
    private static final Iterable<JsonNode> STORED = Vectors.read("squads-operations.json", "stored");

    private final SquadsV4Program program = SquadsV4Program.PUBLIC;

    @Test
    void everyOperationHasAVector() {
        Set<Class<?>> seen = HashSet.empty();
        for (JsonNode vector : OPERATIONS) {
            seen = seen.add(operation(vector).getClass());
        }
        assertEquals(HashSet.of(Operation.class.getPermittedSubclasses()), seen);
    }

    @Test
    void encodedOperationsEqualThoseOfTheLibrary() {
        for (JsonNode vector : OPERATIONS) {
            assertEquals(
                    Records.read(Instruction.class, vector.path("instruction")),
                    program.encode(account(vector), operation(vector)),
                    vector::toString);
        }
    }

    @Test
    void anAccountIsWhereTheLibraryLooksForIt() {
        for (JsonNode vector : OPERATIONS) {
            assertEquals(account(vector), program.locate(Vectors.address(vector, "createKey")));
        }
    }

    @Test
    void vaultTransactionsAreStoredAsByTheLibrary() {
        for (JsonNode vector : STORED) {
            assertEquals(
                    Option.some(content(vector)),
                    program.store(
                            account(vector), vector.path("vaultIndex").asInt(), instructions(vector), tables(vector)),
                    vector.path("name")::asString);
        }
    }

    @Test
    void theTablesOfStoredInstructionsAreThoseThatGiveSomething() {
        boolean unused = false;
        for (JsonNode vector : STORED) {
            Seq<Address> used = program.tablesOf(content(vector)).get();
            assertTrue(tables(vector).map(LookupTable::table).containsAll(used));
            unused |= used.length() < tables(vector).length();
        }
        assertTrue(unused);
    }

    private static AccountRef account(JsonNode vector) {
        return Records.read(AccountRef.class, vector.path("account"));
    }

    private static Operation operation(JsonNode vector) {
        String kind = vector.path("operation").path("kind").asString();
        for (Class<? extends Operation> type : Records.leaves(Operation.class)) {
            if (type.getSimpleName().equals(kind)) {
                return Records.read(type, alone(vector.path("operation")));
            }
        }
        throw new AssertionError(kind);
    }

    /** The library lets nobody but a voter sign. */
    private static JsonNode alone(JsonNode operation) {
        return ((ObjectNode) operation.deepCopy()).set("alsoSigning", JsonNodeFactory.instance.arrayNode());
    }

    private static TransactionContent.VaultInstructions content(JsonNode vector) {
        return Records.read(TransactionContent.VaultInstructions.class, vector);
    }

    private static Seq<Instruction> instructions(JsonNode vector) {
        return Array.ofAll(vector.path("instructions").values())
                .map(instruction -> Records.read(Instruction.class, instruction));
    }

    private static Seq<LookupTable> tables(JsonNode vector) {
        return Array.ofAll(vector.path("tables").values()).map(table -> Records.read(LookupTable.class, table));
    }
}
