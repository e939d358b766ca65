package dev.mandate.ports.refusal;

import static dev.mandate.ports.refusal.ErrorCode.INTENT_EXPIRED;
import static dev.mandate.ports.refusal.ErrorCode.INTENT_MISMATCH;
import static dev.mandate.ports.refusal.ErrorCode.INTENT_NOT_AUTHORIZED;
import static dev.mandate.ports.refusal.ErrorCode.INTENT_SPENT;
import static dev.mandate.ports.refusal.ErrorCode.OUT_OF_RANGE;
import static dev.mandate.ports.refusal.ErrorCode.SESSION_ENDED;
import static dev.mandate.ports.refusal.ErrorCode.SIGNATURE_INVALID;
import static dev.mandate.ports.refusal.Fact.fact;

import dev.mandate.domain.intent.IntentRefusal;

/** The table of refusals of signed intents: code, field, message, facts and remedy of each. */
public final class IntentFailures {

    private static final String EXPIRY = "intent.content.expires_at";
    private static final String SIGNATURES = "intent.signatures";

    private IntentFailures() {}

    /** A refusal of an intent in the body's field {@code intent}. */
    public static Failure of(IntentRefusal refusal) {
        return switch (refusal) {
            case IntentRefusal.Mismatch(var fields) -> Failure.of(fields.map(field -> new Problem(
                            "intent.content." + field, INTENT_MISMATCH, "The signed " + field + " is not what the request asks.")))
                    .remedy("Sign an intent with exactly the request's fields.");
            case IntentRefusal.Expired(var expiresAt, var now) ->
                Failure.at(EXPIRY, INTENT_EXPIRED, "The intent was good until %s.", fact("expires_at", expiresAt))
                        .remedy("Have a new intent signed.");
            case IntentRefusal.ExpiresTooLate(var expiresAt, var latest) ->
                Failure.at(EXPIRY, OUT_OF_RANGE, "An intent is good for at most a day, until %s.", fact("latest", latest));
            case IntentRefusal.SignatureInvalid(int index, var address) -> Failure.at(
                    signature(index), SIGNATURE_INVALID,
                    "The signature is not that of %s or its authority, or is of other bytes.", fact("signer", address))
                    .remedy("Sign the canonical form (RFC 8785) of the intent's content.");
            case IntentRefusal.SessionOver(int index) -> Failure.at(signature(index), SESSION_ENDED, "The session that signed the intent has ended.")
                    .remedy("Sign in again.");
            case IntentRefusal.BelowThreshold(var signed, int votes, int threshold, var admin) -> Failure.at(
                    SIGNATURES, INTENT_NOT_AUTHORIZED,
                    "%s of those who signed can vote, and the threshold is %s.",
                    fact("votes", votes), fact("threshold", threshold))
                    .fact("signed", signed)
                    .fact("admin_address", admin.<Object>map(address -> address).getOrElse("none"))
                    .remedy(admin.map(address -> "The admin alone can sign as well: " + address + ".").getOrElse(""));
            case IntentRefusal.NotEntitled(var signed, var entitled) -> Failure.at(
                    SIGNATURES, INTENT_NOT_AUTHORIZED, "None of those who signed may decide this: %s.", fact("signed", signed))
                    .fact("entitled", entitled);
            case IntentRefusal.Spent(var nonce) ->
                Failure.at("intent.content.nonce", INTENT_SPENT, "The account accepted an intent with this nonce before.")
                        .remedy("Sign an intent with a new nonce.");
        };
    }

    private static String signature(int index) {
        return SIGNATURES + "[" + index + "].signature";
    }
}
