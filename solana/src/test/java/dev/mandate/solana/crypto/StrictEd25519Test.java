package dev.mandate.solana.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.SignatureCheck.Verdict;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Valid signatures, and signatures that are almost valid. */
@NullMarked
class StrictEd25519Test {

    /** The order of the group: 2^252 + 27742317777372353535851937790883648493. */
    private static final BigInteger ORDER =
            BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));

    private final StrictEd25519 check = new StrictEd25519();

    /** RFC 8032, section 7.1, TEST 3. */
    private final Address key =
            address("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025");

    private final Bytes message = Bytes.ofHex("af82");
    private final Signature signature = new Signature(
            Bytes.ofHex(
                    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"));

    @Test
    void theSignatureOfTheRfcIsValid() {
        assertEquals(Verdict.VALID, check.check(key, message, signature));
    }

    @Test
    void everyFlippedBitMakesItInvalid() {
        for (int bit = 0; bit < 512; bit++) {
            byte[] flipped = signature.bytes().toArray();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertEquals(Verdict.INVALID, check.check(key, message, new Signature(Bytes.of(flipped))), "bit " + bit);
        }
        assertEquals(Verdict.INVALID, check.check(key, Bytes.ofHex("af83"), signature));
        assertEquals(Verdict.INVALID, check.check(key, message, Signature.EMPTY));
    }

    /** S + L satisfies the same equation. If it were accepted, one transaction would have two ids. */
    @Test
    void theSecondFormOfASignatureIsInvalid() {
        byte[] bytes = signature.bytes().toArray();
        BigInteger s = littleEndian(bytes, 32).add(ORDER);
        for (int i = 32; i < 64; i++) {
            bytes[i] = s.shiftRight(8 * (i - 32)).byteValue();
        }
        assertEquals(Verdict.INVALID, check.check(key, message, new Signature(Bytes.of(bytes))));
    }

    /** With a key of small order, R and S of zero fit every message, or every eighth message. */
    @Test
    void aKeyOfSmallOrderSignsNothing() {
        String[] smallOrder = {
            "0100000000000000000000000000000000000000000000000000000000000000",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0000000000000000000000000000000000000000000000000000000000000080",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa"
        };
        for (String point : smallOrder) {
            Bytes zero = Bytes.ofHex(point + "00".repeat(32));
            for (int i = 0; i < 16; i++) {
                assertEquals(
                        Verdict.INVALID,
                        check.check(address(point), Bytes.of((byte) i), new Signature(zero)),
                        point);
            }
        }
    }

    /** R of small order under an honest key. The key's holder could make such a signature, and verifiers would disagree about it. */
    @Test
    void anRThatIsTheNeutralPointIsInvalid() {
        byte[] seed = new byte[32];
        byte[] publicKey = new byte[32];
        Ed25519.generatePublicKey(seed, 0, publicKey, 0);
        byte[] bytes = new byte[64];
        bytes[0] = 1;
        BigInteger secret = clamped(seed);
        BigInteger hash = littleEndian(sha512(bytes, publicKey, message.toArray()), 0).mod(ORDER);
        BigInteger s = hash.multiply(secret).mod(ORDER);
        for (int i = 32; i < 64; i++) {
            bytes[i] = s.shiftRight(8 * (i - 32)).byteValue();
        }
        assertTrue(
                Ed25519.verify(bytes, 0, publicKey, 0, message.toArray(), 0, message.length()),
                "the equation holds: only strictness refuses it");
        assertEquals(Verdict.INVALID, check.check(Address.of(publicKey), message, new Signature(Bytes.of(bytes))));
    }

    private static BigInteger clamped(byte[] seed) {
        byte[] hash = sha512(seed);
        hash[0] &= (byte) 0xf8;
        hash[31] &= 0x7f;
        hash[31] |= 0x40;
        return littleEndian(Arrays.copyOf(hash, 32), 0);
    }

    private static byte[] sha512(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-512");
            for (int i = 0; i < parts.length; i++) {
                // The hash covers only R of the signature.
                digest.update(parts[i], 0, parts.length > 1 && i == 0 ? 32 : parts[i].length);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static BigInteger littleEndian(byte[] bytes, int from) {
        BigInteger value = BigInteger.ZERO;
        for (int i = bytes.length - 1; i >= from; i--) {
            value = value.shiftLeft(8).or(BigInteger.valueOf(Byte.toUnsignedInt(bytes[i])));
        }
        return value;
    }

    private static Address address(String hex) {
        return Address.of(HexFormat.of().parseHex(hex));
    }
}
