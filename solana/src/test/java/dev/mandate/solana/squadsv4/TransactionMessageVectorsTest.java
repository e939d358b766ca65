package dev.mandate.solana.squadsv4;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.Vectors;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Both forms of a message and its list of accounts for execution, compared with the npm library. */
@NullMarked
class TransactionMessageVectorsTest {

    private static final Iterable<JsonNode> VECTORS = Vectors.read("squads-messages.json", "vectors");

    @Test
    void theArgumentFormIsTheLibrarys() {
        for (JsonNode vector : VECTORS) {
            TransactionMessage message = message(vector);
            Bytes argument = Vectors.bytes(vector, "argument");
            assertEquals(argument, message.toArgument());
            assertEquals(Either.right(message), TransactionMessage.parseArgument(argument));
        }
    }

    @Test
    void theStoredFormIsTheLibrarys() {
        for (JsonNode vector : VECTORS) {
            TransactionMessage message = message(vector);
            ByteWriter out = new ByteWriter();
            message.writeStored(out);
            assertEquals(Vectors.bytes(vector, "stored"), out.toBytes());
            assertEquals(out.length(), message.storedBytes());
            ByteReader in = new ByteReader(out.toBytes());
            assertEquals(Either.right(message), in.finish(TransactionMessage.readStored(in)));
        }
    }

    @Test
    void theAccountsOfAnExecutionAreTheLibrarys() {
        int compared = 0;
        for (JsonNode vector : VECTORS) {
            if (vector.has("accounts")) {
                assertEquals(
                        Either.right(accounts(vector)),
                        MessageAccounts.of(
                                message(vector),
                                HashSet.ofAll(addresses(vector.path("programSigners"))),
                                tables(vector)));
                compared++;
            }
        }
        assertEquals(6, compared);
    }

    @Test
    void messagesCompiledByTheLibraryAreValid() {
        for (JsonNode vector : VECTORS) {
            if (vector.has("accounts")) {
                assertEquals(
                        Either.right(message(vector)), message(vector).validated());
            }
        }
    }

    private static TransactionMessage message(JsonNode vector) {
        return Records.read(TransactionMessage.class, vector.path("fields"));
    }

    private static Array<AccountMeta> accounts(JsonNode vector) {
        return Array.ofAll(vector.path("accounts").values()).map(account -> Records.account(account.asString()));
    }

    private static Array<Address> addresses(JsonNode list) {
        return Array.ofAll(list.values()).map(address -> Address.of(address.asString()));
    }

    private static Map<Address, LookupTable> tables(JsonNode vector) {
        Map<Address, LookupTable> tables = HashMap.empty();
        for (JsonNode table : vector.path("tables").values()) {
            Address account = Vectors.address(table, "table");
            tables = tables.put(account, new LookupTable(account, addresses(table.path("entries"))));
        }
        return tables;
    }
}
