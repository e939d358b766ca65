package dev.mandate.solana.external;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.solana.Vectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@NullMarked
class PasskeyAccountsTest {

    /** What {@code findProgramAddressSync} of {@code @solana/web3.js} derives. */
    @Test
    void aPasskeysAccountIsTheOneThatTheLibraryDerives() {
        for (JsonNode vector : Vectors.read("12_external_signature_program.json", "cases")) {
            if (vector.path("kind").asString().equals("pda")) {
                assertEquals(
                        Vectors.address(vector, "externally_signed_account"),
                        new PasskeyAccounts()
                                .accountOf(new P256PublicKey(Vectors.bytes(vector, "passkey_public_key_compressed_hex"))));
            }
        }
    }
}
