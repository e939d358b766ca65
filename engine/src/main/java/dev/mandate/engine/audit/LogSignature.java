package dev.mandate.engine.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;

/** Checks the Ed25519 signatures (RFC 8032) of checkpoints. */
final class LogSignature {

    /** The DER bytes before the 32 bytes of an Ed25519 public key in its SubjectPublicKeyInfo (RFC 8410, section 4). */
    private static final byte[] SPKI_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    /** Whether the key that a checkpoint names signed it. */
    enum Verdict {
        SIGNED,
        FORGED
    }

    private LogSignature() {}

    static Verdict check(SignedCheckpoint signed) {
        byte[] spki = new byte[SPKI_PREFIX.length + Bytes32.LENGTH];
        System.arraycopy(SPKI_PREFIX, 0, spki, 0, SPKI_PREFIX.length);
        signed.key().copyTo(spki, SPKI_PREFIX.length);
        try {
            Signature ed25519 = Signature.getInstance("Ed25519");
            ed25519.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(spki)));
            ed25519.update(signed.checkpoint().bytes().toArray());
            return ed25519.verify(signed.signature().bytes().toArray()) ? Verdict.SIGNED : Verdict.FORGED;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no Ed25519", e);
        } catch (GeneralSecurityException e) {
            // the key is no point on the curve, or the signature is malformed
            return Verdict.FORGED;
        }
    }
}
