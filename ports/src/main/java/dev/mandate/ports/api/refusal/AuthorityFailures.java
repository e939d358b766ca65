package dev.mandate.ports.api.refusal;

import static dev.mandate.ports.api.refusal.ErrorCode.*;
import static dev.mandate.ports.api.refusal.Fact.fact;
import static dev.mandate.ports.api.refusal.Subject.Argument.*;

import dev.mandate.domain.authority.IdentityRefusal;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.authority.AuthorityRefusal;
import io.vavr.control.Option;

/** The table of refusals of authorities: code, subject, message, facts and remedy of each. */
public final class AuthorityFailures {

    private AuthorityFailures() {}

    /** A refusal to sign in; {@code now} is the server's time. */
    public static Failure of(AuthorityRefusal refusal, UnixTime now) {
        return switch (refusal) {
            case AuthorityRefusal.ByRule(var why) -> of(why, now);
            case AuthorityRefusal.WrongCode(int left) ->
                Failure.at(ONE_TIME_CODE, WRONG_CODE, "The one-time code is wrong.", fact("attempts_left", left))
                        .remedy(left > 0 ? new Remedy.EnterCode(left) : new Remedy.NewCode());
            case AuthorityRefusal.BadRecipient(String detail) -> Failure.at(
                    RECIPIENT_KEY, BAD_PUBLIC_KEY, "The key is not a P-256 public key: %s.", fact("reason", detail));
            case AuthorityRefusal.SessionLength(long seconds, long most) -> Failure.at(
                    EXPIRATION, SESSION_TOO_LONG, "A session of %s seconds is not offered: it lasts 1 to %s seconds.",
                    fact("seconds", seconds), fact("max_seconds", most));
            case AuthorityRefusal.NotSigned notSigned -> Failure.at(
                    SIGNED_REQUEST, SESSION_SIGNATURE_INVALID, "No session of this identity signed the payload.")
                    .remedy(new Remedy.SignIn());
            case AuthorityRefusal.KeyReused reused -> TenantFailures.keyReused();
            case AuthorityRefusal.VaultSilent(var fault) -> TenantFailures.vault(fault);
            case AuthorityRefusal.NotCreated(var why, UnixTime until) -> TenantFailures.of(why, now)
                    .remedy(new Remedy.RepeatSame(Option.some(until)));
        };
    }

    private static Failure of(IdentityRefusal refusal, UnixTime now) {
        return switch (refusal) {
            case IdentityRefusal.TooManyStarts(int limit, long seconds, UnixTime freeAgainAt) -> untilFree(
                    Failure.at(
                            EMAIL, TOO_MANY_CODES, "%s codes were asked for within %s seconds, which is the limit.",
                            fact("limit", limit), fact("seconds", seconds)),
                    freeAgainAt,
                    now);
            case IdentityRefusal.TooManyWrongCodes(int limit, long seconds, UnixTime freeAgainAt) -> untilFree(
                    Failure.at(
                            ONE_TIME_CODE, TOO_MANY_WRONG_CODES, "%s wrong codes were tried within %s seconds, which is the limit.",
                            fact("limit", limit), fact("seconds", seconds)),
                    freeAgainAt,
                    now);
            case IdentityRefusal.NoChallenge none -> Failure.at(ONE_TIME_CODE, CHALLENGE_EXPIRED, "No one-time code is waited for.")
                    .remedy(new Remedy.NewCode());
            case IdentityRefusal.Spent spent -> Failure.at(
                    ONE_TIME_CODE, CHALLENGE_SPENT, "The one-time code was used by another request, or too many wrong codes were tried.")
                    .remedy(new Remedy.NewCode());
            case IdentityRefusal.SessionOver over -> Failure.at(SIGNED_REQUEST, SESSION_ENDED, "The session that signed has ended.")
                    .remedy(new Remedy.SignIn());
            case IdentityRefusal.CodeTooOld(UnixTime codeAt, long seconds) -> Failure.at(
                            SIGNED_REQUEST, SIGN_IN_REQUIRED, "Sessions are refreshed for %s seconds after a one-time code. The last one was at %s.",
                            fact("seconds", seconds), fact("code_at", codeAt))
                    .remedy(new Remedy.SignIn());
            case IdentityRefusal.RequestOver(UnixTime until) ->
                Failure.at(SIGNED_REQUEST, REQUEST_EXPIRED, "The signed request was good until %s.", fact("until", until))
                        .remedy(new Remedy.SignAgain(Remedy.Signed.REQUEST));
            case IdentityRefusal.Answered answered -> throw new IllegalStateException("a request that was answered is refused");
            case IdentityRefusal.SignerKnown known -> throw new IllegalStateException("a key was named twice");
            case IdentityRefusal.SessionEndedBefore before -> throw new IllegalStateException("a session that has ended is refused its end");
        };
    }

    private static Failure untilFree(Failure limit, UnixTime freeAgainAt, UnixTime now) {
        return limit.fact("free_again_at", freeAgainAt)
                .remedy(new Remedy.WaitUntil(freeAgainAt, Remedy.Clock.SERVER))
                .retryAfter(Math.max(1, freeAgainAt.secondsSince(now)));
    }
}
