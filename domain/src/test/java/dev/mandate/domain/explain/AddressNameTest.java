package dev.mandate.domain.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vavr.control.Option;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A name cannot be mistaken for an address, nor for the brackets in which names are shown. */
class AddressNameTest {

    @ParameterizedTest
    @ValueSource(strings = {
        "Cold vault", "Кассовый счёт", "Ops-2", "金庫 Main", "東京カフェ", "Größe & Söhne", "Z\u00fcrich\u2026", "Wages... and more",
        "Payments team of the main office"
    })
    void namesOfUsualWordsAreAllowed(String name) {
        assertEquals(Option.none(), AddressName.problem(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
        "7x\u041aXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
        "7xKXtg2CW87d97TXJSDpbD.5jBkheTqA83TZRuJosgAsU",
        "7xKXtg2CW87d97TXJSDpbD5 jBkheTqA83TZRuJosgAsU",
        "7xKXtg2CW87d97TXJSDpbD\u03015jBkheTqA83TZRuJosgAsU",
        "\uff17xKXtg2CW87d97TX\uff2aSDpbD5jBkheTqA83TZRuJosgAsU",
        "7xKX\u20269fQz",
        "7xKX...9fQz",
        "7xKX \u2026 9fQz"
    })
    void addressesAndTheirImitationsAreRefused(String name) {
        assertTrue(AddressName.problem(name).isDefined(), name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a)", "a [b", "a\uff09", "\u3010a", "a\u27e9", "{a}"})
    void bracketsOfAllKindsAreRefused(String name) {
        assertTrue(AddressName.problem(name).isDefined(), name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"P\u0430ypal", "\u0391lice", "Sh\u043ep 2"})
    void wordsOfMixedScriptsAreRefused(String name) {
        assertTrue(AddressName.problem(name).isDefined(), name);
    }
}
