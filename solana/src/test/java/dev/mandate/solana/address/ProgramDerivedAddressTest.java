package dev.mandate.solana.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Limits of the derivation of addresses. */
@NullMarked
class ProgramDerivedAddressTest {

    private static final Address SQUADS = Address.of("SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf");

    @Test
    void squadsProgramConfigIsFoundWhereItLivesOnMainnet() {
        ProgramDerivedAddress found = ProgramDerivedAddress.find(SQUADS, ascii("multisig"), ascii("program_config"));
        assertEquals(Address.of("BSTq9w3kZwNwpBXJEvTZz2G9ZTNyKBvoSeXMvwb4cNZr"), found.address());
    }

    @Test
    void aBumpAboveTheFoundOneLiesOnTheCurveAndIsRefused() {
        for (int i = 0; i < 50; i++) {
            byte[] seed = {(byte) i};
            ProgramDerivedAddress found = ProgramDerivedAddress.find(SQUADS, seed);
            for (int bump = 255; bump > found.bump(); bump--) {
                assertEquals(Option.none(), ProgramDerivedAddress.create(SQUADS, bump, seed));
            }
            assertEquals(Option.some(found), ProgramDerivedAddress.create(SQUADS, found.bump(), seed));
        }
    }

    @Test
    void fifteenSeedsOfThirtyTwoBytesAreTheMost() {
        byte[][] seeds = new byte[15][32];
        assertTrue(ProgramDerivedAddress.find(SQUADS, seeds).bump() <= 255);
        assertThrows(IllegalArgumentException.class, () -> ProgramDerivedAddress.find(SQUADS, new byte[16][1]));
        assertThrows(IllegalArgumentException.class, () -> ProgramDerivedAddress.find(SQUADS, new byte[33]));
    }

    @Test
    void aBumpIsAByte() {
        assertThrows(IllegalArgumentException.class, () -> ProgramDerivedAddress.create(SQUADS, 256));
        assertThrows(IllegalArgumentException.class, () -> ProgramDerivedAddress.create(SQUADS, -1));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
