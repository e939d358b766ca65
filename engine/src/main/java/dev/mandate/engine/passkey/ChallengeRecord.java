package dev.mandate.engine.passkey;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;

/** A challenge for a passkey, as stored. */
record ChallengeRecord(Tenant tenant, UnixTime validUntil, Use use) {

    /** Whether a response has used the challenge up. */
    enum Use {
        UNUSED,
        USED
    }

    /** What happens to a challenge. */
    sealed interface Event {

        /** It was given to a tenant. */
        record Given(Tenant tenant, UnixTime validUntil) implements Event {}

        /** A response to it was accepted. */
        record Answered() implements Event {}
    }

    static ChallengeRecord evolve(Option<ChallengeRecord> before, Event event) {
        return switch (event) {
            case Event.Given(Tenant tenant, UnixTime until) when before.isEmpty() -> new ChallengeRecord(tenant, until, Use.UNUSED);
            case Event.Given given -> throw new IllegalStateException("a challenge is given once");
            case Event.Answered answered -> before.filter(given -> given.use == Use.UNUSED)
                    .map(given -> new ChallengeRecord(given.tenant, given.validUntil, Use.USED))
                    .getOrElseThrow(() -> new IllegalStateException("the challenge was never given, or was answered before"));
        };
    }

    /** This challenge, if the tenant may answer it now. */
    Option<ChallengeRecord> openFor(Tenant caller, UnixTime now) {
        return Option.when(tenant.equals(caller) && use == Use.UNUSED && now.isBefore(validUntil), this);
    }
}
