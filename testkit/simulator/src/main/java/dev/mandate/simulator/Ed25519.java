package dev.mandate.simulator;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.WireTransaction;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;

/** Checks signatures (RFC 8032) with the JDK's own provider. */
final class Ed25519 {

    /** RFC 8410: what stands before the 32 bytes of a key in a SubjectPublicKeyInfo. */
    private static final byte[] SPKI_PREFIX = {0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00};

    private Ed25519() {}

    /** Whether everyone who must sign has signed this message. */
    static boolean isFullySigned(WireTransaction transaction) {
        CompiledMessage message = transaction.message();
        byte[] signed = message.serialize().toArray();
        for (int i = 0; i < message.header().requiredSignatures(); i++) {
            if (!verifies(
                    message.staticKeys().get(i),
                    signed,
                    transaction.signatures().get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean verifies(Address signer, byte[] signed, Signature signature) {
        try {
            java.security.Signature verifier = java.security.Signature.getInstance("Ed25519");
            verifier.initVerify(publicKey(signer));
            verifier.update(signed);
            return verifier.verify(signature.bytes().toArray());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no Ed25519", e);
        } catch (GeneralSecurityException e) {
            // Not a point of the curve, or not the encoding of any signature.
            return false;
        }
    }

    private static PublicKey publicKey(Address signer) throws GeneralSecurityException {
        byte[] spki = new byte[SPKI_PREFIX.length + 32];
        System.arraycopy(SPKI_PREFIX, 0, spki, 0, SPKI_PREFIX.length);
        signer.bytes().copyTo(spki, SPKI_PREFIX.length);
        return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(spki));
    }
}
