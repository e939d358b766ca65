package dev.mandate.solana.squadsv4.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.Vectors;
import dev.mandate.solana.squadsv4.Records;
import io.vavr.control.Either;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** All accounts, compared with the npm library. */
@NullMarked
class SquadsAccountVectorsTest {

    private static final Iterable<JsonNode> VECTORS = Vectors.read("squads-accounts.json", "vectors");

    @Test
    void everyKindOfAccountHasAVector() {
        Set<AccountType> seen = EnumSet.noneOf(AccountType.class);
        for (JsonNode vector : VECTORS) {
            seen.add(meaning(vector).type());
        }
        assertEquals(EnumSet.allOf(AccountType.class), seen);
    }

    @Test
    void theContentIsTheLibrarysByteForByte() {
        for (JsonNode vector : VECTORS) {
            assertEquals(Vectors.bytes(vector, "content"), meaning(vector).content(), vector::toString);
        }
    }

    @Test
    void accountsOfTheLibraryAreReadWithTheSameMeaning() {
        for (JsonNode vector : VECTORS) {
            assertEquals(
                    Either.right(meaning(vector)),
                    SquadsAccount.decode(Vectors.bytes(vector, "content")),
                    vector::toString);
        }
    }

    @Test
    void bytesBehindTheContentChangeNoMeaning() {
        for (JsonNode vector : VECTORS) {
            Bytes content = Vectors.bytes(vector, "content");
            byte[] data = new byte[content.length() + 100];
            Arrays.fill(data, (byte) 0xa5);
            content.copyTo(data, 0);
            assertEquals(Either.right(meaning(vector)), SquadsAccount.decode(Bytes.of(data)), vector::toString);
        }
    }

    private static SquadsAccount meaning(JsonNode vector) {
        String type = vector.path("type").asString();
        for (Class<? extends SquadsAccount> record : Records.leaves(SquadsAccount.class)) {
            if (record.getSimpleName().equals(type + "Account")) {
                return Records.read(record, vector.path("fields"));
            }
        }
        throw new AssertionError("no record for " + type);
    }
}
