package dev.mandate.domain.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;

class IntentWordsTest {

    /** SHA-256 of {@code english.txt} of BIP-39. */
    private static final String LIST_HASH = "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda";

    @Test
    void theListIsThatOfTheStandard() {
        assertEquals(2_048, IntentWords.LIST.length());
        assertEquals(LIST_HASH, Bytes.of(Sha256.of(IntentWords.LIST.mkString("", "\n", "\n")).toArray()).toHex());
    }

    @Test
    void elevenBitsAreAWord() {
        assertEquals(Array.fill(12, () -> "abandon"), IntentWords.of(Bytes32.ZERO));
        // The first 11 bits are 1, the next are 2.
        assertEquals(
                Array.of("ability", "able").appendAll(Array.fill(10, () -> "abandon")),
                IntentWords.of(Bytes32.of(Bytes.ofHex("00200800" + "00".repeat(28)), 0)));
    }
}
