package dev.mandate.domain.intent;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;

/**
 * An intent as a client sent it. Nothing of it is verified.
 *
 * @param content the whole object
 * @param nonce in the content
 * @param expiresAt in the content
 */
public record SignedIntent(IntentValue.Fields content, IntentNonce nonce, UnixTime expiresAt, Array<By> signatures) {

    /**
     * A signature of the content's canonical form.
     *
     * @param address of a signer or the admin
     * @param signature Ed25519 by the address's own key. If the key is managed: ECDSA in DER by its authority, which is a session or a secp256k1 key
     */
    public record By(Address address, Bytes signature) {}
}
