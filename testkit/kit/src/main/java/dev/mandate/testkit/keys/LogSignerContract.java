package dev.mandate.testkit.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.audit.LogSigner;
import dev.mandate.ports.spi.keys.SignatureCheck;
import dev.mandate.solana.crypto.StrictEd25519;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link LogSigner}. Extend this class and return a signer with the same key at each call.
 *
 * <p>Not asserted: that the key has no other use and is kept apart from the store, because the operator decides both. Nor that calls from
 * several threads are safe, because one worker signs.
 */
public abstract class LogSignerContract {

    private static final int LONG = 4_096;

    /** Returns a new signer with the key of the earlier ones. */
    protected abstract LogSigner fresh();

    /** Contents of several lengths. The last two differ in their last byte alone. */
    private static Array<Bytes> contents() {
        byte[] changed = new byte[LONG];
        changed[LONG - 1] = 1;
        return Array.of(Bytes.of((byte) 1), Bytes.of(new byte[LONG]), Bytes.of(changed));
    }

    private static Address signer(LogSigner signer) {
        return new Address(signer.key());
    }

    @Test
    void aSignatureOfEachContentPassesTheStrictCheckUnderTheKey() {
        LogSigner signer = fresh();
        for (Bytes content : contents()) {
            assertEquals(SignatureCheck.Verdict.VALID, new StrictEd25519().check(signer(signer), content, signer.sign(content)));
        }
    }

    @Test
    void keyAndSignaturesAreTheSameEveryTimeAndInTheNextInstance() {
        LogSigner signer = fresh();
        LogSigner next = fresh();
        assertEquals(signer.key(), signer.key());
        assertEquals(signer.key(), next.key());
        for (Bytes content : contents()) {
            assertEquals(signer.sign(content), signer.sign(content));
            assertEquals(signer.sign(content), next.sign(content));
        }
    }

    @Test
    void theKeyIsOfTheFullOrder() {
        assertTrue(StrictEd25519.isKey(signer(fresh())));
    }

    @Test
    void itsTextDoesNotShowThePrivateKey() {
        LogSigner signer = fresh();
        assertFalse(ShownKeys.in(signer.toString()).contains(signer(signer)));
    }
}
