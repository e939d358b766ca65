package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.custody.SignatureGiven;
import dev.mandate.ports.spi.keys.PayloadApproval;
import dev.mandate.ports.api.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** An entry of {@code kms_payloads} in a submission. */
public sealed interface SubmittedPayload {

    /** A signer's own signature of the transaction. */
    record OfTransaction(SignatureGiven signature) implements SubmittedPayload {}

    /** An authority's signature of a payload. */
    record OfPayload(PayloadApproval.Signed approval) implements SubmittedPayload {}

    /**
     * An entry without a signature: the request's stamp approves.
     *
     * @param publicKey the stamping key, hexadecimal
     */
    record Stamped(Option<Address> signer, String publicKey) implements SubmittedPayload {}

    /** Reads an entry. What an external signer signed shows in the length of its signature. */
    static Either<Array<Problem>, SubmittedPayload> read(ObjectReader in) {
        Option<String> provider = in.required("provider", Shapes.word(Array.of(AuthorityObjects.SESSIONS, AuthorityObjects.EXTERNAL)
                .toLinkedMap(name -> name, name -> name)).named("SignatureProvider"));
        Option<Address> address = in.optional("address", Shapes.ADDRESS);
        Option<String> publicKey = in.optional("public_key", Shapes.TEXT);
        Option<Bytes> signature = in.optional("signature", Shapes.BASE64);
        Option<Bytes> payload = in.optional("kms_signed_payload", Shapes.BASE64);
        boolean byStamp = in.presence("public_key") == ObjectReader.Presence.VALUE && in.presence("signature") != ObjectReader.Presence.VALUE;
        if (!byStamp && in.presence("signature") != ObjectReader.Presence.VALUE) {
            in.reject("signature", ServerCode.MISSING_FIELD, "signature is required, or public_key with the header X-Stamp.");
        }
        signature.filter(given -> !isSignature(provider, given))
                .forEach(bad -> in.reject(
                        "signature", ServerCode.BAD_SIGNATURE_TEXT, "signature must be base64 of 64 bytes, or of an ECDSA signature in DER."));
        return in.finish(() -> byStamp
                ? new Stamped(address, publicKey.get())
                : isEd25519(provider, signature.get())
                        ? new OfTransaction(new SignatureGiven(address, new Signature(signature.get())))
                        : new OfPayload(new PayloadApproval.Signed(address, payload, signature.get())));
    }

    private static boolean isEd25519(Option<String> provider, Bytes signature) {
        return provider.contains(AuthorityObjects.EXTERNAL) && signature.length() == Signature.LENGTH;
    }

    /** An ECDSA signature in DER begins as a sequence and has 8 to 72 bytes (SEC 1, C.8). */
    private static boolean isSignature(Option<String> provider, Bytes signature) {
        return isEd25519(provider, signature)
                || (signature.length() >= 8 && signature.length() <= 72 && signature.toArray()[0] == 0x30);
    }
}
