package dev.mandate.ports.refusal;

import static dev.mandate.ports.refusal.ErrorCode.*;
import static dev.mandate.ports.refusal.Fact.fact;

import dev.mandate.ports.passkey.PasskeyRefusal;

/** The table of refusals of passkeys: code, field, message, facts and remedy of each. */
public final class PasskeyFailures {

    private static final String RESPONSE = "authenticatorResponse";

    private PasskeyFailures() {}

    public static Failure of(PasskeyRefusal refusal) {
        return switch (refusal) {
            case PasskeyRefusal.BadResponse(String detail) ->
                Failure.at(RESPONSE, PASSKEY_INVALID, "The authenticator's response is refused: %s.", fact("reason", detail));
            case PasskeyRefusal.BadKey(String detail) ->
                Failure.at("public_key", PASSKEY_INVALID, "The public key is refused: %s.", fact("reason", detail));
            case PasskeyRefusal.ChallengeEnded ended ->
                Failure.at(RESPONSE, PASSKEY_CHALLENGE_ENDED, "The challenge is not one of yours, has expired, or was used.")
                        .remedy("Ask for a new challenge, and answer it within 60 seconds.");
            case PasskeyRefusal.UnknownPasskey unknown ->
                Failure.at(RESPONSE, PASSKEY_UNKNOWN, "You have no passkey with this id.").remedy("Register it first.");
            case PasskeyRefusal.AlreadyRegistered known ->
                Failure.at(RESPONSE, PASSKEY_REGISTERED, "You have registered this passkey before.");
            case PasskeyRefusal.CounterBehind(long last, long given) ->
                Failure.at(RESPONSE, PASSKEY_COUNTER_BEHIND, "The authenticator counted %s uses, and %s at the last one: it may be a copy.",
                        fact("given", given), fact("last", last));
        };
    }
}
