package dev.mandate.solana.programs.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.Vectors;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Accounts as {@code @solana/spl-token} encodes them and {@code @solana/web3.js} decodes them. */
@NullMarked
class ProgramAccountVectorsTest {

    static Iterable<JsonNode> vectors() {
        return Vectors.read("web3-programs.json", "accounts");
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void isReadAsTheLibraryReadsItAndWrittenBack(JsonNode vector) {
        Bytes data = Vectors.bytes(vector, "data");
        switch (vector.path("kind").asString()) {
            case "mint" -> {
                MintAccount mint = new MintAccount(
                        optionalAddress(vector, "mintAuthority"),
                        amount(vector, "supply"),
                        vector.path("decimals").asInt(),
                        optionalAddress(vector, "freezeAuthority"),
                        Bytes.EMPTY);
                assertEquals(Either.right(mint), MintAccount.decode(data));
                assertEquals(data, mint.encode());
            }
            case "token" -> {
                TokenAccount account = new TokenAccount(
                        Vectors.address(vector, "mint"),
                        Vectors.address(vector, "owner"),
                        amount(vector, "amount"),
                        optionalAddress(vector, "delegate"),
                        vector.path("frozen").asBoolean() ? TokenAccount.State.FROZEN : TokenAccount.State.INITIALIZED,
                        vector.path("nativeReserve").isNull()
                                ? Option.none()
                                : Option.some(amount(vector, "nativeReserve")),
                        amount(vector, "delegatedAmount"),
                        optionalAddress(vector, "closeAuthority"),
                        Bytes.EMPTY);
                assertEquals(Either.right(account), TokenAccount.decode(data));
                assertEquals(data, account.encode());
            }
            case "nonce" -> {
                NonceAccount nonce = new NonceAccount(
                        NonceAccount.Version.CURRENT,
                        Vectors.address(vector, "authority"),
                        new Blockhash(Vectors.address(vector, "value").bytes()),
                        amount(vector, "fee"));
                assertEquals(Either.right(nonce), NonceAccount.decode(data));
                assertEquals(data, nonce.encode());
            }
            case "table" -> {
                LookupTableAccount table = new LookupTableAccount(
                        amount(vector, "deactivationSlot").bits(),
                        amount(vector, "lastExtendedSlot").bits(),
                        vector.path("firstOfLastExtension").asInt(),
                        optionalAddress(vector, "authority"),
                        Array.ofAll(vector.path("entries").values())
                                .map(entry -> Address.of(entry.asString())));
                assertEquals(Either.right(table), LookupTableAccount.decode(data));
                assertEquals(data, table.encode());
            }
            default -> throw new IllegalStateException("no reading for " + vector);
        }
    }

    private static BaseUnits amount(JsonNode vector, String field) {
        return BaseUnits.parse(vector.path(field).asString()).get();
    }

    private static Option<Address> optionalAddress(JsonNode vector, String field) {
        return vector.path(field).isNull() ? Option.none() : Option.some(Vectors.address(vector, field));
    }
}
