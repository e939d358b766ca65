package dev.mandate.engine.passkey;

import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.passkey.PasskeyRefusal;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * A tenant's credential, as stored.
 *
 * @param signCount the authenticator's counter at its last use; 0 if it has none
 */
record PasskeyRecord(Bytes credentialId, P256PublicKey key, long signCount) {

    /** What happens to a credential. */
    sealed interface Event {

        /** It was registered, or adopted. */
        record Registered(Bytes credentialId, P256PublicKey key, long signCount) implements Event {}

        /** An assertion by it was accepted. */
        record Asserted(long signCount) implements Event {}
    }

    static PasskeyRecord evolve(Option<PasskeyRecord> before, Event event) {
        return switch (event) {
            case Event.Registered(Bytes id, P256PublicKey key, long signCount) when before.isEmpty() ->
                new PasskeyRecord(id, key, signCount);
            case Event.Registered registered -> throw new IllegalStateException("a credential is registered once");
            case Event.Asserted(long signCount) -> before.map(known -> new PasskeyRecord(known.credentialId, known.key, signCount))
                    .getOrElseThrow(() -> new IllegalStateException("the credential was never registered"));
        };
    }

    /** An authenticator with a counter increases it at each use (WebAuthn Level 2, 7.2, step 21). */
    Either<PasskeyRefusal, Event> asserted(long given) {
        boolean hasNone = given == 0 && signCount == 0;
        return given > signCount || hasNone
                ? Either.right(new Event.Asserted(given))
                : Either.left(new PasskeyRefusal.CounterBehind(signCount, given));
    }
}
