package dev.mandate.solana.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.SignatureCheck.Verdict;
import dev.mandate.solana.crypto.NaiveEd25519.Point;
import dev.mandate.solana.format.SolanaFormat;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.jspecify.annotations.NullMarked;

/** Every honest signature passes. No signature that validators refuse passes. */
@NullMarked
class StrictEd25519Properties {

    private static final Point EIGHTH = NaiveEd25519.eighth();

    private final StrictEd25519 check = new StrictEd25519();

    @Property(tries = 100)
    void everyHonestSignatureIsValid(@ForAll @Size(32) byte[] seed, @ForAll byte[] message) {
        byte[] key = new byte[32];
        byte[] signature = new byte[64];
        Ed25519.generatePublicKey(seed, 0, key, 0);
        Ed25519.sign(seed, 0, message, 0, message.length, signature, 0);

        assertEquals(Verdict.VALID, verdict(key, message, signature));
        assertTrue(new SolanaFormat().canSign(Address.of(key)));
    }

    /** RFC 8032 fixes the nonce. A signature with another nonce is equally valid; MPC wallets make such signatures. */
    @Property(tries = 20)
    void soIsOneWithAnyNonce(@ForAll @Size(32) byte[] secret, @ForAll @Size(32) byte[] nonce, @ForAll byte[] message) {
        byte[] key = NaiveEd25519.key(scalar(secret), NaiveEd25519.NEUTRAL);
        byte[] signature = NaiveEd25519.sign(
                scalar(secret), NaiveEd25519.NEUTRAL, scalar(nonce), NaiveEd25519.NEUTRAL, message);

        assertTrue(NaiveEd25519.verifiesStrictly(signature, key, message));
        assertEquals(Verdict.VALID, verdict(key, message, signature));
    }

    /** The equation with cofactor holds for each of them. The validators' equation holds only if the components add up to zero. */
    @Property(tries = 30)
    void noSignatureWithAPartOfSmallOrderIsValid(
            @ForAll @Size(32) byte[] secret,
            @ForAll @Size(32) byte[] nonce,
            @ForAll @IntRange(max = 7) int inKey,
            @ForAll @IntRange(max = 7) int inNonce,
            @ForAll byte[] message) {
        Point torsion = EIGHTH.times(BigInteger.valueOf(inKey));
        Point nonceTorsion = EIGHTH.times(BigInteger.valueOf(inNonce));
        byte[] key = NaiveEd25519.key(scalar(secret), torsion);
        byte[] signature = NaiveEd25519.sign(scalar(secret), torsion, scalar(nonce), nonceTorsion, message);

        assertTrue(Ed25519.verify(signature, 0, key, 0, message, 0, message.length), "the equation with a cofactor");
        assertEquals(inKey == 0 && inNonce == 0 ? Verdict.VALID : Verdict.INVALID, verdict(key, message, signature));
        assertEquals(inKey == 0, new SolanaFormat().canSign(Address.of(key)));
        assertTrue(
                verdict(key, message, signature) == Verdict.INVALID
                        || NaiveEd25519.verifiesStrictly(signature, key, message),
                "laxer than the validators");
    }

    /** Keys and nonce points of small order, with S chosen so that the equation holds. */
    @Property(tries = 15)
    void noPointOfSmallOrderIsAKeyOrANonce(
            @ForAll @Size(32) byte[] nonce,
            @ForAll @IntRange(max = 7) int inKey,
            @ForAll @IntRange(max = 7) int inNonce,
            @ForAll byte[] message) {
        Point torsion = EIGHTH.times(BigInteger.valueOf(inKey));
        byte[] key = torsion.encoded();
        byte[] signature = NaiveEd25519.sign(BigInteger.ZERO, torsion, scalar(nonce), NaiveEd25519.NEUTRAL, message);
        byte[] neutral = NaiveEd25519.sign(
                BigInteger.ONE, NaiveEd25519.NEUTRAL, BigInteger.ZERO, EIGHTH.times(BigInteger.valueOf(inNonce)), message);

        assertEquals(Verdict.INVALID, verdict(key, message, signature));
        assertFalse(new SolanaFormat().canSign(Address.of(key)));
        assertEquals(
                Verdict.INVALID,
                verdict(NaiveEd25519.key(BigInteger.ONE, NaiveEd25519.NEUTRAL), message, neutral));
    }

    private Verdict verdict(byte[] key, byte[] message, byte[] signature) {
        return check.check(Address.of(key), Bytes.of(message), new Signature(Bytes.of(signature)));
    }

    private static BigInteger scalar(byte[] bytes) {
        return NaiveEd25519.number(bytes).mod(NaiveEd25519.ORDER.subtract(BigInteger.ONE)).add(BigInteger.ONE);
    }
}
