package dev.mandate.simulator.keys;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;

/**
 * An Ed25519 key pair (RFC 8032) for tests, which a seed determines: the same label gives the same address and, Ed25519
 * being deterministic, the same signatures on every run and machine.
 *
 * <p>Anyone can make it from its label. Nothing of value belongs to such a key.
 */
public final class TestKey {

    private static final int SEED_LENGTH = 32;

    /** Of the group that the base point generates. */
    private static final BigInteger ORDER =
            BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));

    /** The order of the field of the coordinates. */
    private static final BigInteger FIELD = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));

    private final String name;
    private final Address address;
    private final PrivateKey secret;

    private TestKey(String name, Address address, PrivateKey secret) {
        this.name = name;
        this.address = address;
        this.secret = secret;
    }

    /** The key whose seed is the SHA-256 of {@code mandate-test-key:} and {@code label}. */
    public static TestKey of(String label) {
        return of(label, Bytes.of(Sha256.of("mandate-test-key:" + label).toArray()));
    }

    /** The key labelled with {@code number} in decimal digits. */
    public static TestKey of(long number) {
        return of(Long.toString(number));
    }

    /**
     * The key of a seed.
     *
     * @param seed the 32 bytes that RFC 8032 calls the private key
     * @throws IllegalArgumentException if there are not 32
     */
    public static TestKey ofSeed(Bytes seed) {
        if (seed.length() != SEED_LENGTH) {
            throw new IllegalArgumentException("a seed has 32 bytes, not " + seed.length());
        }
        return of("somebody", seed);
    }

    private static TestKey of(String name, Bytes seed) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
            generator.initialize(NamedParameterSpec.ED25519, new Scripted(seed));
            KeyPair pair = generator.generateKeyPair();
            byte[] spki = pair.getPublic().getEncoded();
            // RFC 8410: the last 32 bytes of an Ed25519 SubjectPublicKeyInfo are the key itself.
            return new TestKey(name, Address.of(spki, spki.length - 32), pair.getPrivate());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no Ed25519", e);
        }
    }

    /** The public key. */
    public Address address() {
        return address;
    }

    /** This key's signature of {@code message}. */
    public Signature sign(Bytes message) {
        try {
            java.security.Signature signer = java.security.Signature.getInstance("Ed25519");
            signer.initSign(secret);
            signer.update(message.toArray());
            return new Signature(Bytes.of(signer.sign()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a key that the JDK made does not sign", e);
        }
    }

    /**
     * Another signature of {@code message}, as valid as the first: RFC 8032 says which nonce to take, and nobody who verifies can tell
     * whether it was taken.
     */
    public Signature signOtherwise(Bytes message) {
        return sign(message, false);
    }

    /**
     * A signature of {@code message} whose nonce point has the point of order two in it. The equation holds if it is multiplied by the
     * cofactor, as RFC 8032 allows; the network's validators don't, and refuse it.
     */
    public Signature signWithTorsion(Bytes message) {
        return sign(message, true);
    }

    private Signature sign(Bytes message, boolean torsion) {
        byte[] encoded = secret.getEncoded();
        byte[] seed = Arrays.copyOfRange(encoded, encoded.length - SEED_LENGTH, encoded.length);
        byte[] nonceSeed = Arrays.copyOf(sha512(seed, message.toArray()), SEED_LENGTH);
        byte[] honest = ofSeed(Bytes.of(nonceSeed)).address.toArray();
        byte[] point = torsion ? oppositeOf(honest) : honest;
        BigInteger challenge = littleEndian(sha512(point, address.toArray(), message.toArray()));
        BigInteger proof = scalar(nonceSeed).add(challenge.multiply(scalar(seed))).mod(ORDER);
        byte[] signature = Arrays.copyOf(point, Signature.LENGTH);
        put(proof, signature, SEED_LENGTH);
        return new Signature(Bytes.of(signature));
    }

    /** The encoded point with (0, -1), which has order two, added: both coordinates are negated. */
    private static byte[] oppositeOf(byte[] point) {
        byte[] opposite = new byte[SEED_LENGTH];
        put(FIELD.subtract(littleEndian(point).clearBit(255)), opposite, 0);
        // The highest bit says whether x is odd, and the field's order is odd.
        opposite[SEED_LENGTH - 1] |= (byte) (~point[SEED_LENGTH - 1] & 0x80);
        return opposite;
    }

    private static void put(BigInteger number, byte[] target, int offset) {
        for (int i = 0; i < SEED_LENGTH; i++) {
            target[offset + i] = number.shiftRight(8 * i).byteValue();
        }
    }

    /** What a seed's key multiplies the base point by (RFC 8032, section 5.1.5). */
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
        return other instanceof TestKey key && address.equals(key.address);
    }

    @Override
    public int hashCode() {
        return address.hashCode();
    }

    /** The label, for tests to print who it is; the seed stays inside. */
    @Override
    public String toString() {
        return name;
    }

    /**
     * Hands the seed to the key generator. The JDK derives a public key nowhere else: its generator draws the seed as one
     * block of 32 bytes and computes both halves from it, which RFC 8032's vectors confirm in the tests.
     */
    private static final class Scripted extends SecureRandom {
        private static final long serialVersionUID = 1L;

        private final transient Bytes seed;

        Scripted(Bytes seed) {
            this.seed = seed;
        }

        @Override
        public void nextBytes(byte[] target) {
            if (target.length != SEED_LENGTH) {
                throw new IllegalStateException("the key generator asked for " + target.length + " bytes");
            }
            seed.copyTo(target, 0);
        }
    }
}
