package dev.mandate.solana.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.keys.SignatureCheck.Verdict;
import dev.mandate.solana.Vectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Published vectors. They are not part of the project. The tests read them from a directory beside it and are skipped if it is missing. */
@NullMarked
class StrictEd25519VectorsTest {

    private static final Path FOLDER = Path.of("../../shared/vectors");

    private final StrictEd25519 check = new StrictEd25519();

    /** "Taming the many EdDSAs" (2020). In number 3 key and R have a component of small order. Validators accept it; this check may refuse it. */
    @Test
    void signaturesThatValidatorsRefuseAreInvalid() throws IOException {
        for (JsonNode vector : read("23_ed25519_strict.json").path("cases").values()) {
            String signature = vector.path("signature").asString();
            boolean strict = NaiveEd25519.verifiesStrictly(
                    hex(signature), hex(vector.path("pub_key").asString()), hex(vector.path("message").asString()));

            assertEquals(vector.path("strict").asBoolean(), strict, vector::toString);
            assertEquals(
                    Verdict.INVALID,
                    check.check(
                            Address.of(Vectors.bytes(vector, "pub_key"), 0),
                            Vectors.bytes(vector, "message"),
                            new Signature(Vectors.bytes(vector, "signature"))),
                    vector::toString);
        }
    }

    @Test
    void projectWycheproofIsJudgedAsItSays() throws IOException {
        int valid = 0;
        for (JsonNode group : read("wycheproof/ed25519_test.json").path("testGroups").values()) {
            Address key = Address.of(Vectors.bytes(group.path("publicKey"), "pk"), 0);
            for (JsonNode vector : group.path("tests").values()) {
                boolean expected = vector.path("result").asString().equals("valid");
                if (Vectors.bytes(vector, "sig").length() != Signature.LENGTH) {
                    assertFalse(expected, "no signature at all");
                    continue;
                }
                Verdict verdict = check.check(
                        key, Vectors.bytes(vector, "msg"), new Signature(Vectors.bytes(vector, "sig")));
                assertEquals(expected ? Verdict.VALID : Verdict.INVALID, verdict, vector::toString);
                valid += expected ? 1 : 0;
            }
        }
        assertTrue(valid > 0, "nothing was tested");
    }

    private static JsonNode read(String name) throws IOException {
        Path file = FOLDER.resolve(name);
        Assumptions.assumeTrue(Files.exists(file), () -> "skipped: there is no " + file);
        return JsonMapper.shared().readTree(Files.readAllBytes(file));
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }
}
