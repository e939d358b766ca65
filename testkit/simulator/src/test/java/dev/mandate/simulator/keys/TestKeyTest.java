package dev.mandate.simulator.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.kernel.Bytes;
import org.junit.jupiter.api.Test;

/** The examples of RFC 8032, section 7.1. */
class TestKeyTest {

    @Test
    void derivesThePublicKeyAndSignatureOfTheFirstVectorOfRfc8032() {
        TestKey key = TestKey.ofSeed(Bytes.ofHex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"));
        assertEquals(
                Bytes.ofHex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"),
                Bytes.of(key.address().toArray()));
        assertEquals(
                Bytes.ofHex("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
                        + "d25bf5f0595bbe24655141438e7a100b"),
                key.sign(Bytes.EMPTY).bytes());
    }

    @Test
    void derivesThePublicKeyAndSignatureOfTheThirdVectorOfRfc8032() {
        TestKey key = TestKey.ofSeed(Bytes.ofHex("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7"));
        assertEquals(
                Bytes.ofHex("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"),
                Bytes.of(key.address().toArray()));
        assertEquals(
                Bytes.ofHex("6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
                        + "4a7c15e9716ed28dc027beceea1ec40a"),
                key.sign(Bytes.ofHex("af82")).bytes());
    }

    @Test
    void givesOneLabelOneKeyAndOtherLabelsOthers() {
        assertEquals(TestKey.of("alice").address(), TestKey.of("alice").address());
        assertEquals(TestKey.of("7"), TestKey.of(7));
        assertNotEquals(TestKey.of("alice").address(), TestKey.of("bob").address());
    }

    @Test
    void refusesASeedOfAnotherLength() {
        assertThrows(IllegalArgumentException.class, () -> TestKey.ofSeed(Bytes.ofHex("00")));
    }
}
