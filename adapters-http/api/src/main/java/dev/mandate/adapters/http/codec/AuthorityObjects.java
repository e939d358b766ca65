package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.authority.SealedKey;
import dev.mandate.domain.authority.SessionProof;
import dev.mandate.domain.authority.UserId;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.filter.AccountFilters;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.authority.EmailAuthorities.SignedIn;
import dev.mandate.ports.api.authority.EmailAuthorities.StartedChallenge;
import dev.mandate.ports.spi.keys.KmsPayload;
import dev.mandate.ports.spi.keys.SignerAuthority;
import dev.mandate.ports.api.refusal.RefusalText;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.ports.api.custody.KnownLimits;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** Writes answers about authorities. */
public final class AuthorityObjects {

    /** The provider whose payloads the key of a session signs. */
    public static final String SESSIONS = "privy";

    /** The provider whose payloads or transactions the caller's own key signs. */
    public static final String EXTERNAL = "external";

    private static final String OPERATOR_ALONE =
            "The operator's key vault holds the key of this address. The operator could sign with it alone.";

    private AuthorityObjects() {}

    /** Writes a challenge with the fields of the default provider. */
    public static ObjectNode challenge(StartedChallenge started) {
        return Json.object()
                .put("type", "email")
                .put("email", started.email().text())
                .put("status", "pending")
                .put("otp_sent", true)
                .put("otp_id", started.challenge().text())
                .put("provider", SESSIONS)
                .put("created_at", RefusalText.time(started.startedAt()))
                .put("expires_at", RefusalText.time(started.expiresAt()));
    }

    /** Writes a challenge with the fields of the first provider. */
    public static ObjectNode challengeIds(StartedChallenge started) {
        return Json.object()
                .put("otp_id", started.challenge().text())
                .put("mpc_primary_id", started.user().text());
    }

    /** Writes an account and the session of the identity that signed in. */
    public static ObjectNode account(SignedIn signed, ObjectNode policies) {
        return identity(Json.object(), signed.user())
                .put("address", signed.account().toString())
                .put("status", statusWord(signed))
                .set("policies", policies)
                .set("authentication", Json.array(Array.of(authentication(signed.user(), signed.proof()))));
    }

    /** Writes the policies of an account that is on its way to the chain. */
    public static ObjectNode newPolicies(SignedIn signed, SignerAuthorities authorities) {
        return AccountPolicies.onto(
                WireObjects.policies(new KnownLimits(Array.empty(), KnownLimits.Extent.ALL), AccountFilters.NONE, PolicySigners.NONE),
                Array.of(new Signer(signed.signer(), Permissions.ALL)),
                new Threshold(1),
                TimeLock.NONE,
                new AdminControl.None(),
                authorities);
    }

    /** Adds who decides for a managed signer to {@code signer}. */
    static Consumer<SignerAuthority> onto(ObjectNode signer) {
        return authority -> {
            switch (authority) {
                case SignerAuthority.Email email -> signer.put("provider", SESSIONS).put("key_scheme", "ED25519");
                case SignerAuthority.Secp256k1(var key, var format) -> signer.put("provider", EXTERNAL)
                        .put("key_scheme", ListedSigner.SECP256K1)
                        .put("public_key", key.toString())
                        .put("signature_format", format.name());
            }
            signer.put("custody", "service").put("custody_notice", OPERATOR_ALONE);
        };
    }

    /** Writes the end of a session. */
    public static ObjectNode ended(UnixTime at) {
        return Json.object().put("status", "ended").put("ended_at", RefusalText.time(at));
    }

    /** Writes a session, also under the provider's name. */
    public static ObjectNode authentication(UserId user, SessionProof proof) {
        ObjectNode entry = Json.object().put("provider", SESSIONS);
        ObjectNode session = session(entry.putObject("session"), user, proof);
        session.set("Privy", session(Json.object(), user, proof));
        return entry;
    }

    private static ObjectNode session(ObjectNode object, UserId user, SessionProof proof) {
        object.put("user_id", user.text())
                .putObject("session")
                .put("expires_at", proof.session().expiresAt().seconds())
                .set("encrypted_authorization_key", switch (proof.sealed()) {
                    case SealedKey.AuthorizationKey(var encapsulated, var ciphertext) -> Json.object()
                            .put("encryption_type", "HPKE")
                            .put("encapsulated_key", encapsulated.toArray())
                            .put("ciphertext", ciphertext.toArray());
                    case SealedKey.CredentialBundle bundle -> throw new IllegalStateException("a session key in the other format");
                });
        return object;
    }

    /** Writes the credential of the identity that signed in. */
    public static ObjectNode credential(SignedIn signed) {
        String bundle = switch (signed.proof().sealed()) {
            case SealedKey.CredentialBundle(String text) -> text;
            case SealedKey.AuthorizationKey key -> throw new IllegalStateException("a session key in the other format");
        };
        ObjectNode body = Json.object().put("credential_bundle", bundle).put("status", statusWord(signed));
        identity(body.putObject("account_info"), signed.user())
                .put("mpc_primary_id", signed.user().text())
                .put("smart_account_signer_public_key", signed.signer().toString())
                .put("wallet_id", signed.wallet().text())
                .put("smart_account_address", signed.account().toString());
        return body;
    }

    private static ObjectNode identity(ObjectNode object, UserId user) {
        return object.put("service_user_id", user.text()).put("grid_user_id", user.text());
    }

    private static String statusWord(SignedIn signed) {
        return signed.status() == Creation.Status.CREATED ? "created" : "pending";
    }

    /**
     * {@code {provider, address, payload, intent, intent_words}}.
     *
     * @param intent of the transaction that is approved; none if stored content was not read
     */
    static ObjectNode payload(KmsPayload payload, Option<Bytes32> intent) {
        return ExplanationObjects.intent(Json.object(), intent)
                .put("provider", switch (payload.scheme()) {
                    case SESSION -> SESSIONS;
                    case SECP256K1 -> EXTERNAL;
                })
                .put("address", payload.signer().toString())
                .put("payload", payload.payload().toArray());
    }
}
