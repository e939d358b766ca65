package dev.mandate.simulator.keys;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.Ed25519Key;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * An Ed25519 key pair (RFC 8032) for tests, derived from a label. Ed25519 is deterministic, so the same label gives the same
 * address and signatures on every run and machine.
 *
 * <p>Anyone can derive the key from its label. Use it for nothing of value.
 */
public final class TestKey {

    private static final int SEED_LENGTH = Ed25519Key.SEED_LENGTH;

    /** The order of the group that the base point generates. */
    private static final BigInteger ORDER =
            BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));

    /** The order of the field of the coordinates. */
    private static final BigInteger FIELD = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));

    private final String name;
    private final Bytes seed;
    private final Ed25519Key key;

    private TestKey(String name, Bytes seed) {
        this.name = name;
        this.seed = seed;
        this.key = Ed25519Key.ofSeed(seed);
    }

    /** Returns the key whose seed is the SHA-256 of {@code mandate-test-key:} and {@code label}. */
    public static TestKey of(String label) {
        return new TestKey(label, Bytes.of(Sha256.of("mandate-test-key:" + label).toArray()));
    }

    /** Returns the key whose label is {@code number} in decimal digits. */
    public static TestKey of(long number) {
        return of(Long.toString(number));
    }

    /**
     * Returns the key of a seed.
     *
     * @param seed the 32 bytes that RFC 8032 calls the private key
     * @throws IllegalArgumentException if the seed does not have 32 bytes
     */
    public static TestKey ofSeed(Bytes seed) {
        return new TestKey("somebody", seed);
    }

    /** Returns the public key. */
    public Address address() {
        return key.address();
    }

    /** Returns the key without its label. */
    public Ed25519Key key() {
        return key;
    }

    /** Signs {@code message}. */
    public Signature sign(Bytes message) {
        return key.sign(message);
    }

    /**
     * Signs {@code message} with another nonce than RFC 8032 prescribes. The signature is equally valid: a verifier cannot see how
     * the nonce was chosen.
     */
    public Signature signOtherwise(Bytes message) {
        return sign(message, false);
    }

    /**
     * Signs {@code message} with a nonce point that has the point of order two as a component. The equation holds if it is
     * multiplied by the cofactor, as RFC 8032 allows. The network's validators do not multiply, and refuse the signature.
     */
    public Signature signWithTorsion(Bytes message) {
        return sign(message, true);
    }

    private Signature sign(Bytes message, boolean torsion) {
        byte[] nonceSeed = Arrays.copyOf(sha512(seed.toArray(), message.toArray()), SEED_LENGTH);
        byte[] honest = Ed25519Key.ofSeed(Bytes.of(nonceSeed)).address().toArray();
        byte[] point = torsion ? oppositeOf(honest) : honest;
        BigInteger challenge = littleEndian(sha512(point, address().toArray(), message.toArray()));
        BigInteger proof = scalar(nonceSeed).add(challenge.multiply(scalar(seed.toArray()))).mod(ORDER);
        byte[] signature = Arrays.copyOf(point, Signature.LENGTH);
        put(proof, signature, SEED_LENGTH);
        return new Signature(Bytes.of(signature));
    }

    /** Adds (0, -1), the point of order two, to an encoded point: both coordinates are negated. */
    private static byte[] oppositeOf(byte[] point) {
        byte[] opposite = new byte[SEED_LENGTH];
        put(FIELD.subtract(littleEndian(point).clearBit(255)), opposite, 0);
        // The highest bit is the parity of x. The field's order is odd, so negation flips it.
        opposite[SEED_LENGTH - 1] |= (byte) (~point[SEED_LENGTH - 1] & 0x80);
        return opposite;
    }

    private static void put(BigInteger number, byte[] target, int offset) {
        for (int i = 0; i < SEED_LENGTH; i++) {
            target[offset + i] = number.shiftRight(8 * i).byteValue();
        }
    }

    /** Returns the scalar of a seed: the public key is the scalar times the base point (RFC 8032, section 5.1.5). */
    private static BigInteger scalar(byte[] seed) {
        byte[] half = Arrays.copyOf(sha512(seed), SEED_LENGTH);
        half[0] &= (byte) 0xf8;
        half[SEED_LENGTH - 1] &= 0x3f;
        half[SEED_LENGTH - 1] |= 0x40;
        return littleEndian(half);
    }

    private static BigInteger littleEndian(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[bytes.length - 1 - i] = bytes[i];
        }
        return new BigInteger(1, reversed);
    }

    private static byte[] sha512(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-512");
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no SHA-512", e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TestKey key && address().equals(key.address());
    }

    @Override
    public int hashCode() {
        return address().hashCode();
    }

    /** Returns the label, for test output; never the seed. */
    @Override
    public String toString() {
        return name;
    }
}
