package dev.mandate.ports.api.refusal;

import static dev.mandate.ports.api.refusal.ErrorCode.*;
import static dev.mandate.ports.api.refusal.Fact.fact;
import static dev.mandate.ports.api.refusal.Subject.Argument.*;

import dev.mandate.ports.api.passkey.PasskeyRefusal;
import dev.mandate.ports.api.refusal.Remedy.Act;

/** The table of refusals of passkeys: code, subject, message, facts and remedy of each. */
public final class PasskeyFailures {


    private PasskeyFailures() {}

    public static Failure of(PasskeyRefusal refusal) {
        return switch (refusal) {
            case PasskeyRefusal.BadResponse(String detail) ->
                Failure.at(AUTHENTICATOR_RESPONSE, PASSKEY_INVALID, "The authenticator's response is refused: %s.", fact("reason", detail));
            case PasskeyRefusal.BadKey(String detail) ->
                Failure.at(PASSKEY, PASSKEY_INVALID, "The public key is refused: %s.", fact("reason", detail));
            case PasskeyRefusal.ChallengeEnded ended ->
                Failure.at(AUTHENTICATOR_RESPONSE, PASSKEY_CHALLENGE_ENDED, "The challenge is not one of yours, has expired, or was used.")
                        .remedy(new Remedy.DoFirst(Act.ANSWER_NEW_CHALLENGE));
            case PasskeyRefusal.UnknownPasskey unknown ->
                Failure.at(AUTHENTICATOR_RESPONSE, PASSKEY_UNKNOWN, "You have no passkey with this id.").remedy(new Remedy.DoFirst(Act.REGISTER_PASSKEY));
            case PasskeyRefusal.AlreadyRegistered known ->
                Failure.at(AUTHENTICATOR_RESPONSE, PASSKEY_REGISTERED, "You have registered this passkey before.");
            case PasskeyRefusal.CounterBehind(long last, long given) ->
                Failure.at(AUTHENTICATOR_RESPONSE, PASSKEY_COUNTER_BEHIND, "The authenticator counted %s uses, and %s at the last one: it may be a copy.",
                        fact("given", given), fact("last", last));
        };
    }
}
