package dev.mandate.solana.squadsv4;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.solana.Vectors;
import dev.mandate.solana.address.ProgramDerivedAddress;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The program's addresses, compared with the npm library. */
@NullMarked
class SquadsAddressesTest {

    @Test
    void everyAddressAndBumpIsTheLibrarys() {
        for (JsonNode vector : Vectors.read("squads-addresses.json", "vectors")) {
            assertEquals(
                    new ProgramDerivedAddress(
                            Vectors.address(vector, "address"), vector.path("bump").asInt()),
                    derive(vector.path("kind").asString(), vector.path("inputs")),
                    vector::toString);
        }
    }

    @Test
    void theProgramConfigIsWhereMainnetHasIt() {
        assertEquals(
                Address.of("BSTq9w3kZwNwpBXJEvTZz2G9ZTNyKBvoSeXMvwb4cNZr"),
                SquadsAddresses.V4.programConfig().address());
    }

    @Test
    void anIndexThatIsNotAByteIsABrokenInvariant() {
        assertThrows(IllegalArgumentException.class, () -> SquadsAddresses.V4.vault(new SettingsAddress(Address.ZERO), 256));
    }

    private static ProgramDerivedAddress derive(String kind, JsonNode inputs) {
        SquadsAddresses addresses = SquadsAddresses.V4;
        return switch (kind) {
            case "programConfig" -> addresses.programConfig();
            case "multisig" -> addresses.multisig(address(inputs, 0));
            case "vault" -> addresses.vault(settings(inputs), inputs.path(1).asInt());
            case "transaction" -> addresses.transaction(settings(inputs), index(inputs));
            case "proposal" -> addresses.proposal(settings(inputs), index(inputs));
            case "spendingLimit" -> addresses.spendingLimit(settings(inputs), address(inputs, 1));
            case "ephemeralSigner" ->
                addresses.ephemeralSigner(address(inputs, 0), inputs.path(1).asInt());
            case "transactionBuffer" ->
                addresses.transactionBuffer(
                        settings(inputs), address(inputs, 1), inputs.path(2).asInt());
            default -> throw new AssertionError(kind);
        };
    }

    private static SettingsAddress settings(JsonNode inputs) {
        return new SettingsAddress(address(inputs, 0));
    }

    private static Address address(JsonNode inputs, int position) {
        return Address.of(inputs.path(position).asString());
    }

    private static long index(JsonNode inputs) {
        return Long.parseUnsignedLong(inputs.path(1).asString());
    }
}
