package dev.mandate.ports.api.refusal;

import static dev.mandate.ports.api.refusal.ErrorCode.INTENT_EXPIRED;
import static dev.mandate.ports.api.refusal.ErrorCode.INTENT_MISMATCH;
import static dev.mandate.ports.api.refusal.ErrorCode.INTENT_NOT_AUTHORIZED;
import static dev.mandate.ports.api.refusal.ErrorCode.INTENT_SPENT;
import static dev.mandate.ports.api.refusal.ErrorCode.OUT_OF_RANGE;
import static dev.mandate.ports.api.refusal.ErrorCode.SESSION_ENDED;
import static dev.mandate.ports.api.refusal.ErrorCode.SIGNATURE_INVALID;
import static dev.mandate.ports.api.refusal.Fact.fact;
import static dev.mandate.ports.api.refusal.Subject.Argument.*;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.intent.IntentRefusal;
import dev.mandate.ports.api.refusal.Remedy.SignMore;
import dev.mandate.ports.api.refusal.Remedy.Signed;
import io.vavr.collection.Array;

/** The table of refusals of signed intents: code, subject, message, facts and remedy of each. */
public final class IntentFailures {


    private IntentFailures() {}

    /** A refusal of an intent in the body's field {@code intent}. */
    public static Failure of(IntentRefusal refusal) {
        return switch (refusal) {
            case IntentRefusal.Mismatch(var fields) -> Failure.of(fields.map(field -> new Problem(
                            new Subject.IntentValue(field), INTENT_MISMATCH, "The signed " + field + " is not what the request asks.")))
                    .remedy(new Remedy.SignAgain(Signed.INTENT));
            case IntentRefusal.Expired(var expiresAt, var now) ->
                Failure.at(INTENT_EXPIRY, INTENT_EXPIRED, "The intent was good until %s.", fact("expires_at", expiresAt))
                        .remedy(new Remedy.SignAgain(Signed.INTENT));
            case IntentRefusal.ExpiresTooLate(var expiresAt, var latest) ->
                Failure.at(INTENT_EXPIRY, OUT_OF_RANGE, "An intent is good for at most a day, until %s.", fact("latest", latest))
                        .remedy(new Remedy.SignAgain(Signed.INTENT));
            case IntentRefusal.SignatureInvalid(int index, var address) -> Failure.at(
                    signature(index), SIGNATURE_INVALID,
                    "The signature is not that of %s or its authority, or is of other bytes.", fact("signer", address))
                    .remedy(new Remedy.SignAgain(Signed.INTENT));
            case IntentRefusal.SessionOver(int index) -> Failure.at(signature(index), SESSION_ENDED, "The session that signed the intent has ended.")
                    .remedy(new Remedy.SignIn());
            case IntentRefusal.BelowThreshold(var signed, int votes, int threshold, var admin) -> Failure.at(
                    INTENT_SIGNATURES, INTENT_NOT_AUTHORIZED,
                    "%s of those who signed can vote, and the threshold is %s.",
                    fact("votes", votes), fact("threshold", threshold))
                    .fact("signed", signed)
                    .fact("admin_address", admin.<Object>map(address -> address).getOrElse("none"))
                    .remedy(admin.map(Array::of).map(SignMore::all)
                            .getOrElse(() -> SignMore.holding(threshold - votes, Permission.CAN_VOTE)));
            case IntentRefusal.NotEntitled(var signed, var entitled) -> Failure.at(
                    INTENT_SIGNATURES, INTENT_NOT_AUTHORIZED, "None of those who signed may decide this: %s.", fact("signed", signed))
                    .fact("entitled", entitled)
                    .remedy(SignMore.oneOf(Array.ofAll(entitled)));
            case IntentRefusal.MayBeSpent(var expiresAt, var after) ->
                Failure.at(INTENT_EXPIRY, INTENT_SPENT,
                                "The journal has lost commits, and may have accepted this intent before. Sign one that expires after %s.",
                                fact("after", after))
                        .remedy(new Remedy.SignAgain(Signed.INTENT));
            case IntentRefusal.Spent(var nonce) ->
                Failure.at(INTENT_NONCE, INTENT_SPENT, "The account accepted an intent with this nonce before.")
                        .remedy(new Remedy.SignAgain(Signed.INTENT));
        };
    }

    private static Subject signature(int index) {
        return new Subject.IntentSignature(index);
    }
}
