package dev.mandate.solana.address;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.solana.Vectors;
import dev.mandate.solana.crypto.Ed25519Curve;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Addresses, compared with the npm library. */
@NullMarked
class AddressVectorsTest {

    @Test
    void addressesAreOnTheCurveWhereTheLibrarySaysSo() {
        for (JsonNode vector : Vectors.read("web3-addresses.json", "curve")) {
            assertEquals(
                    vector.path("onCurve").asBoolean(),
                    Ed25519Curve.contains(Vectors.address(vector, "address")),
                    vector::toString);
        }
    }

    @Test
    void derivedAddressesAndBumpsAreTheLibrarys() {
        for (JsonNode vector : Vectors.read("web3-addresses.json", "derived")) {
            List<byte[]> seeds = new ArrayList<>();
            for (JsonNode seed : vector.path("seeds").values()) {
                seeds.add(HexFormat.of().parseHex(seed.asString()));
            }
            assertEquals(
                    new ProgramDerivedAddress(
                            Vectors.address(vector, "address"), vector.path("bump").asInt()),
                    ProgramDerivedAddress.find(Vectors.address(vector, "program"), seeds.toArray(new byte[0][])),
                    vector::toString);
        }
    }
}
