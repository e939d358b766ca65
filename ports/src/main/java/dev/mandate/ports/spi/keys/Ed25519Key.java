package dev.mandate.ports.spi.keys;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.spec.NamedParameterSpec;

/** An Ed25519 key pair (RFC 8032) in this process's memory, by the JDK's own provider. {@code toString} shows the address alone. */
public final class Ed25519Key {

    /** Length of a seed in bytes: what RFC 8032 calls the private key. */
    public static final int SEED_LENGTH = 32;

    private final Address address;
    private final PrivateKey secret;

    private Ed25519Key(SecureRandom random) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
            generator.initialize(NamedParameterSpec.ED25519, random);
            KeyPair pair = generator.generateKeyPair();
            byte[] spki = pair.getPublic().getEncoded();
            // RFC 8410: the last 32 bytes of an Ed25519 SubjectPublicKeyInfo are the key itself.
            this.address = Address.of(spki, spki.length - Bytes32.LENGTH);
            this.secret = pair.getPrivate();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no Ed25519", e);
        }
    }

    /** A new key. */
    public static Ed25519Key generate(SecureRandom random) {
        return new Ed25519Key(random);
    }

    /**
     * The key of a seed.
     *
     * @throws IllegalArgumentException if the seed does not have 32 bytes
     */
    public static Ed25519Key ofSeed(Bytes seed) {
        if (seed.length() != SEED_LENGTH) {
            throw new IllegalArgumentException("a seed has 32 bytes, not " + seed.length());
        }
        return new Ed25519Key(new Scripted(seed));
    }

    /** The public key. */
    public Address address() {
        return address;
    }

    /** The signature of {@code message}; the same every time. */
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

    @Override
    public String toString() {
        return address.toString();
    }

    /**
     * Passes a seed to the key generator: the JDK offers no other way to derive a public key. Its generator draws the seed as one block of
     * 32 bytes and computes both keys from it.
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
