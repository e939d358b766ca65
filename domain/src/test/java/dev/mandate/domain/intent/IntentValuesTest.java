package dev.mandate.domain.intent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.collection.TreeMap;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class IntentValuesTest {

    private static final IntentNonce NONCE = new IntentNonce("00112233445566778899aabbccddeeff");

    @Test
    void aNonceHas16To32BytesInHexadecimal() {
        for (String good : Array.of(NONCE.hex(), "ab".repeat(32))) {
            assertEquals(good, IntentNonce.parse(good).get().toString());
        }
        for (String bad : Array.of("", "ab".repeat(15), "ab".repeat(33), "ab".repeat(16) + "a", "AB".repeat(16))) {
            assertEquals(Option.none(), IntentNonce.parse(bad));
            assertThrows(IllegalArgumentException.class, () -> new IntentNonce(bad).hex());
        }
    }

    @Test
    void theSignedTextIsSortedWithoutSpaces() {
        IntentTerms terms = IntentTerms.of("try")
                .with("z", new IntentValue.Items(Array.of(new IntentValue.Whole(-1), new IntentValue.Flag(false))))
                .with("a", new IntentValue.Fields(TreeMap.of("b", new IntentValue.Text("\"\\"), "a", new IntentValue.Flag(true))));
        Intent intent = new Intent(Network.DEVNET, Address.ZERO, terms, NONCE, new UnixTime(7));

        assertEquals(
                "{\"a\":{\"a\":true,\"b\":\"\\\"\\\\\"},\"account\":\"11111111111111111111111111111111\",\"action\":\"try\",\"expires_at\":7,"
                        + "\"network\":\"devnet\",\"nonce\":\"00112233445566778899aabbccddeeff\",\"z\":[-1,false]}",
                new String(intent.bytes().toArray(), StandardCharsets.US_ASCII));
    }

    @Test
    void anOwnFieldReplacesNoFieldOfEveryIntent() {
        Intent intent = new Intent(Network.DEVNET, Address.ZERO, IntentTerms.of("try").with("nonce", "mine"), NONCE, new UnixTime(7));

        assertEquals(Option.some(new IntentValue.Text(NONCE.hex())), intent.content().fields().get("nonce"));
    }

    @Test
    void aTextIsPrintableAscii() {
        assertEquals(" ~", IntentValue.Text.of(" ~").get().text());
        for (String bad : Array.of("\u001f", "\u007f", "é")) {
            assertEquals(Option.none(), IntentValue.Text.of(bad));
            assertThrows(IllegalArgumentException.class, () -> new IntentValue.Text(bad).text());
        }
    }

    @Test
    void aNumberHas53Bits() {
        long most = 9_007_199_254_740_991L;
        assertEquals("9007199254740991", new IntentValue.Whole(most).canonical());
        assertEquals("-9007199254740991", new IntentValue.Whole(-most).canonical());
        assertThrows(IllegalArgumentException.class, () -> new IntentValue.Whole(most + 1).number());
        assertThrows(IllegalArgumentException.class, () -> new IntentValue.Whole(-most - 1).number());
    }
}
