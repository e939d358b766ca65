package dev.mandate.adapters.kms;

import dev.mandate.domain.chain.Bytes32;
import io.vavr.control.Option;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * An Ed25519 key pair as two blocks of PEM, private and public (RFC 7468, RFC 8410), each with its base64 in one line. Other
 * tools read it ({@code openssl pkey -in … -pubout}). It has exactly one form; any other content is refused.
 */
final class LogKeyFormat {

    /** PrivateKeyInfo up to the 32 bytes of the seed (RFC 8410, section 7). */
    private static final byte[] PKCS8 = HexFormat.of().parseHex("302e020100300506032b657004220420");
    /** SubjectPublicKeyInfo up to the 32 bytes of the key (RFC 8410, section 4). */
    private static final byte[] SPKI = HexFormat.of().parseHex("302a300506032b6570032100");
    private static final int SEED_BYTES = 32;

    private static final byte[] PRIVATE_BEGIN = ascii("-----BEGIN PRIVATE KEY-----\n");
    private static final byte[] BETWEEN = ascii("\n-----END PRIVATE KEY-----\n-----BEGIN PUBLIC KEY-----\n");
    private static final byte[] PUBLIC_END = ascii("\n-----END PUBLIC KEY-----\n");
    private static final int PRIVATE_CHARS = base64Length(PKCS8.length + SEED_BYTES);
    private static final int PUBLIC_CHARS = base64Length(SPKI.length + Bytes32.LENGTH);

    /** The length of every such file. */
    static final int LENGTH =
            PRIVATE_BEGIN.length + PRIVATE_CHARS + BETWEEN.length + PUBLIC_CHARS + PUBLIC_END.length;

    /** A private key with its public key. */
    record Keys(PrivateKey secret, Bytes32 key) {
        /** The public key. */
        @Override
        public String toString() {
            return key.toString();
        }
    }

    private LogKeyFormat() {}

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static int base64Length(int bytes) {
        return (bytes + 2) / 3 * 4;
    }

    static byte[] write(KeyPair pair) {
        byte[] spki = pair.getPublic().getEncoded();
        byte[] seed = ((EdECPrivateKey) pair.getPrivate())
                .getBytes()
                .orElseThrow(() -> new IllegalStateException("the JDK made a key that it does not show"));
        try {
            return write(seed, Bytes32.of(spki, spki.length - Bytes32.LENGTH));
        } finally {
            Arrays.fill(seed, (byte) 0);
        }
    }

    private static byte[] write(byte[] seed, Bytes32 key) {
        byte[] pkcs8 = Arrays.copyOf(PKCS8, PKCS8.length + SEED_BYTES);
        System.arraycopy(seed, 0, pkcs8, PKCS8.length, SEED_BYTES);
        byte[] base64 = Base64.getEncoder().encode(pkcs8);
        ByteArrayOutputStream out = new ByteArrayOutputStream(LENGTH);
        out.writeBytes(PRIVATE_BEGIN);
        out.writeBytes(base64);
        out.writeBytes(BETWEEN);
        out.writeBytes(Base64.getEncoder().encode(spki(key)));
        out.writeBytes(PUBLIC_END);
        Arrays.fill(pkcs8, (byte) 0);
        Arrays.fill(base64, (byte) 0);
        return out.toByteArray();
    }

    private static byte[] spki(Bytes32 key) {
        byte[] spki = Arrays.copyOf(SPKI, SPKI.length + Bytes32.LENGTH);
        key.copyTo(spki, SPKI.length);
        return spki;
    }

    /** The pair whose file has exactly this content; none if there is no such pair. */
    static Option<Keys> read(byte[] content) {
        if (content.length != LENGTH) {
            return Option.none();
        }
        byte[] pkcs8 = new byte[0];
        try {
            int publicFrom = PRIVATE_BEGIN.length + PRIVATE_CHARS + BETWEEN.length;
            pkcs8 = decode(content, PRIVATE_BEGIN.length, PRIVATE_CHARS);
            byte[] spki = decode(content, publicFrom, PUBLIC_CHARS);
            byte[] seed = Arrays.copyOfRange(pkcs8, PKCS8.length, PKCS8.length + SEED_BYTES);
            Bytes32 key = Bytes32.of(spki, SPKI.length);
            byte[] again = write(seed, key);
            boolean canonical = Arrays.equals(again, content);
            Arrays.fill(seed, (byte) 0);
            Arrays.fill(again, (byte) 0);
            return canonical ? pair(pkcs8, key) : Option.none();
        } catch (IllegalArgumentException notBase64) {
            return Option.none();
        } finally {
            Arrays.fill(pkcs8, (byte) 0);
        }
    }

    private static byte[] decode(byte[] content, int from, int length) {
        byte[] base64 = Arrays.copyOfRange(content, from, from + length);
        try {
            return Base64.getDecoder().decode(base64);
        } finally {
            Arrays.fill(base64, (byte) 0);
        }
    }

    /** The pair, if a signature of the private key verifies under the public key. */
    private static Option<Keys> pair(byte[] pkcs8, Bytes32 key) {
        try {
            KeyFactory factory = KeyFactory.getInstance("Ed25519");
            PrivateKey secret = factory.generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            PublicKey open = factory.generatePublic(new X509EncodedKeySpec(spki(key)));
            byte[] probe = ascii("mandate/log-key/probe/v1");
            Signature ed25519 = Signature.getInstance("Ed25519");
            ed25519.initSign(secret);
            ed25519.update(probe);
            byte[] signature = ed25519.sign();
            ed25519.initVerify(open);
            ed25519.update(probe);
            return Option.when(ed25519.verify(signature), () -> new Keys(secret, key));
        } catch (GeneralSecurityException notAPair) {
            return Option.none();
        }
    }
}
