package dev.mandate.solana.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.bouncycastle.math.raw.Nat256;
import org.jspecify.annotations.NullMarked;

/** Compares the curve check with the naive model. */
@NullMarked
class Ed25519CurveProperties {

    @Property(tries = 5_000)
    void anyThirtyTwoBytesAreJudgedAsTheTextbookJudgesThem(@ForAll @Size(32) byte[] encoded) {
        assertEquals(NaiveCurve.contains(encoded), Ed25519Curve.contains(Address.of(encoded)));
    }

    @Property
    void theSignOfXMakesNoDifference(@ForAll @Size(32) byte[] encoded) {
        byte[] otherSign = encoded.clone();
        otherSign[31] ^= (byte) 0x80;
        assertEquals(Ed25519Curve.contains(encoded), Ed25519Curve.contains(otherSign));
    }

    /** Values near 0, p and 2^255, where carries pass through all limbs. */
    @Property
    void valuesNearTheEndsOfTheRangeAreJudgedAsTheTextbookJudgesThem(
            @ForAll("anchors") BigInteger anchor, @ForAll @LongRange(min = -300, max = 300) long distance) {
        BigInteger y = anchor.add(BigInteger.valueOf(distance)).mod(BigInteger.TWO.pow(255));
        byte[] encoded = NaiveCurve.littleEndian(y);
        assertEquals(NaiveCurve.contains(encoded), Ed25519Curve.contains(encoded));
    }

    @Property
    void squaresAreRecognizedAtAnyLength(
            @ForAll @Size(32) byte[] content, @ForAll @IntRange(max = 255) int shift) {
        BigInteger value = NaiveCurve.littleEndian(content).shiftRight(shift).mod(NaiveCurve.P);
        assertEquals(NaiveCurve.isSquare(value), isSquare(value));
    }

    /** Products whose lowest words are zero, so that the algorithm shifts whole words. */
    @Property
    void squaresAreRecognizedAboveAnyPowerOfTwo(
            @ForAll @LongRange(min = 1) long odd, @ForAll @IntRange(max = 254) int shift) {
        BigInteger value = BigInteger.valueOf(odd).shiftLeft(shift).mod(NaiveCurve.P);
        assertEquals(NaiveCurve.isSquare(value), isSquare(value));
    }

    private static boolean isSquare(BigInteger value) {
        return Ed25519Curve.isSquare(Nat256.fromBigInteger(value));
    }

    @Provide
    Arbitrary<BigInteger> anchors() {
        return Arbitraries.of(BigInteger.ZERO, NaiveCurve.P, BigInteger.TWO.pow(254), BigInteger.TWO.pow(255), BigInteger.TWO.pow(204));
    }
}
