package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shape;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.passkey.AssertionResponse;
import dev.mandate.ports.api.passkey.Passkey;
import dev.mandate.ports.api.passkey.PasskeyChallenge;
import dev.mandate.ports.api.passkey.RegistrationResponse;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Problem;
import dev.mandate.ports.api.refusal.RefusalText;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Base64;
import tools.jackson.databind.node.ObjectNode;

/** Passkeys as JSON: the forms {@code RegistrationResponseJSON} and {@code AuthenticationResponseJSON} of WebAuthn Level 3, 5.1. */
public final class PasskeyShapes {

    /** A browser may send members that were defined later. */
    private static final Unknown UNREAD = new Unknown.Ignored(HashSet.empty());

    private static final int MAX_PUBLIC_KEY = 256;

    public static final Shape<Bytes> CREDENTIAL_ID = base64url(AssertionResponse.MAX_CREDENTIAL_ID);

    public static final Shape<Bytes> PUBLIC_KEY = base64url(MAX_PUBLIC_KEY);

    public static final Shape<RegistrationResponse> REGISTRATION = Shapes.object(UNREAD, in -> {
        Option<Bytes> id = credentialId(in);
        Option<ObjectReader> response = in.requiredObject("response");
        Option<Bytes> client = response.flatMap(of -> of.required("clientDataJSON", base64url(AssertionResponse.MAX_CLIENT_DATA)));
        Option<Bytes> attestation =
                response.flatMap(of -> of.required("attestationObject", base64url(RegistrationResponse.MAX_ATTESTATION_OBJECT)));
        Option<Bytes> key = response.flatMap(of -> of.optional("publicKey", PUBLIC_KEY));
        return in.finish(() -> new RegistrationResponse(id.get(), client.get(), attestation.get(), key));
    }).named("RegistrationResponse");

    public static final Shape<AssertionResponse> ASSERTION = Shapes.object(UNREAD, in -> {
        Option<Bytes> id = credentialId(in);
        Option<ObjectReader> response = in.requiredObject("response");
        Option<Bytes> client = response.flatMap(of -> of.required("clientDataJSON", base64url(AssertionResponse.MAX_CLIENT_DATA)));
        Option<Bytes> authenticator =
                response.flatMap(of -> of.required("authenticatorData", base64url(AssertionResponse.MAX_AUTHENTICATOR_DATA)));
        Option<Bytes> signature = response.flatMap(of -> of.required("signature", base64url(AssertionResponse.MAX_SIGNATURE)));
        return in.finish(() -> new AssertionResponse(id.get(), client.get(), authenticator.get(), signature.get()));
    }).named("AssertionResponse");

    private PasskeyShapes() {}

    /** {@code id} and {@code rawId} are the same text in this form. */
    private static Option<Bytes> credentialId(ObjectReader in) {
        Option<String> type = in.required("type", Shapes.word(LinkedHashMap.of("public-key", "public-key")));
        Option<Bytes> id = in.required("id", CREDENTIAL_ID);
        Option<Bytes> raw = in.required("rawId", CREDENTIAL_ID);
        if (id.isDefined() && raw.isDefined() && !id.equals(raw)) {
            in.reject("rawId", ServerCode.SPELLED_TWICE, "id and rawId are one value, and say different things.");
        }
        return type.flatMap(known -> id);
    }

    /** Bytes in base64url without padding (RFC 4648, section 5), at least one and at most {@code cap}. */
    private static Shape<Bytes> base64url(int cap) {
        return Shapes.TEXT.then((field, text) -> bytes(text)
                .toEither(() -> new Problem(field, ServerCode.BAD_BASE64, field + " must be base64url without padding."))
                .filterOrElse(
                        bytes -> bytes.length() <= cap,
                        bytes -> new Problem(
                                field,
                                ErrorCode.TOO_LONG,
                                "%s must hold at most %s bytes, not %s.".formatted(field, cap, bytes.length()))))
                .described(text -> text.with("pattern", "^[A-Za-z0-9_-]+$").named("Base64Url"));
    }

    /** The decoder also accepts padding and nonzero unused bits, so the text must be the only spelling of its bytes. */
    private static Option<Bytes> bytes(String text) {
        try {
            byte[] decoded = Base64.getUrlDecoder().decode(text);
            return Option.when(!text.isEmpty() && text(Bytes.of(decoded)).equals(text), () -> Bytes.of(decoded));
        } catch (IllegalArgumentException notBase64) {
            return Option.none();
        }
    }

    private static String text(Bytes bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toArray());
    }

    /** {@code {challenge, rp_id, expires_at}}. */
    public static ObjectNode view(PasskeyChallenge challenge) {
        return Json.object()
                .put("challenge", text(Bytes.of(challenge.value().toArray())))
                .put("rp_id", challenge.relyingPartyId())
                .put("expires_at", RefusalText.time(challenge.validUntil()));
    }

    /** {@code {credential_id, public_key, externally_signed_account}}. */
    public static ObjectNode view(Passkey passkey) {
        return Json.object()
                .put("credential_id", text(passkey.credentialId()))
                .put("public_key", passkey.key().toString())
                .put("externally_signed_account", passkey.account().toString());
    }
}
