package dev.mandate.adapters.http.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.refusal.Failure;
import io.vavr.control.Either;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Input that is no JSON, or that different parsers may read differently. Each character of these texts stands for one byte. */
class JsonTest {

    @ParameterizedTest
    @ValueSource(strings = {"1e2147483648", "1e-2147483648", "1E+99999999999", "-0.1e9223372036854775808"})
    void anExponentBeyondAllBoundsIsRefused(String number) {
        assertMalformed("{\"a\":" + number + "}");
        assertMalformed("{\"a\":[{\"b\":" + number + "}]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u00c0\u00af",
                "\u00c1\u009f",
                "\u00e0\u0081\u009f",
                "\u00f0\u0080\u0081\u009f",
                "\u00ed\u00a0\u0080",
                "\u00f4\u0090\u0080\u0080",
                "\u00e2\u0082",
                "\u00ff",
                "\u0080"
            })
    void invalidUtf8IsRefused(String bytes) {
        assertMalformed("{\"a\":\"" + bytes + "\"}");
        assertMalformed("{\"" + bytes + "\":1}");
    }

    @Test
    void everyLengthOfUtf8IsRead() {
        String text = "a\u00e9\u20ac\uD83D\uDE00";
        Bytes body = Bytes.of(("{\"a\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8));

        assertEquals(text, Json.parseObject(body).get().get("a").stringValue());
    }

    @Test
    void inputAboveTheReadLimitsIsReportedAsSuch() {
        assertBeyond("{\"a\":" + "[".repeat(32) + "]".repeat(32) + "}");
        assertBeyond("{\"a\":" + "1".repeat(65) + "}");
        assertBeyond("{\"a\":0." + "1".repeat(5_000) + "}");
        assertBeyond("{\"" + "a".repeat(1_025) + "\":1}");
    }

    @Test
    void inputAtTheReadLimitsIsRead() {
        assertTrue(parsed("{\"a\":" + "[".repeat(31) + "]".repeat(31) + "}").isRight());
        assertTrue(parsed("{\"a\":" + "1".repeat(64) + "}").isRight());
        assertTrue(parsed("{\"" + "a".repeat(1_024) + "\":1}").isRight());
    }

    private static void assertBeyond(String body) {
        assertMalformed(body);
        String message = parsed(body).getLeft().message();
        assertTrue(message.startsWith("The body goes beyond what is read, which is 32 objects and arrays "), message);
    }

    private static Either<Failure, ObjectNode> parsed(String body) {
        return Json.parseObject(Bytes.of(body.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private static void assertMalformed(String body) {
        Failure failure = parsed(body).getLeft();
        assertEquals(ServerCode.MALFORMED_JSON, failure.code());
        assertTrue(failure.message().startsWith("The body "), failure.message());
    }
}
