package dev.mandate.engine.passkey;

import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.journal.JsonObject;
import dev.mandate.ports.api.passkey.BackupEligibility;
import dev.mandate.ports.api.passkey.PasskeyRefusal;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The credentials of a tenant with one id, as stored. Each has a key of its own. */
record PasskeyRecord(Bytes credentialId, Array<Credential> credentials) {

    /**
     * A credential.
     *
     * @param signCount the authenticator's counter at its last use; 0 if it has none
     * @param backup none if it is not known yet
     */
    record Credential(P256PublicKey key, long signCount, Option<BackupEligibility> backup) {

        /** An authenticator with a counter increases it at each use (WebAuthn Level 2, 7.2, step 21). */
        Either<PasskeyRefusal, Event> asserted(long given, BackupEligibility now) {
            if (backup.exists(known -> known != now)) {
                return Either.left(new PasskeyRefusal.BadResponse("its backup eligibility is not that of the registered passkey"));
            }
            boolean hasNone = given == 0 && signCount == 0;
            return given > signCount || hasNone
                    ? Either.right(new Event.Asserted(given, Option.some(key), Option.some(now)))
                    : Either.left(new PasskeyRefusal.CounterBehind(signCount, given));
        }
    }

    /** What happens to credentials. */
    sealed interface Event {

        /** One was registered, or adopted. */
        record Registered(Bytes credentialId, P256PublicKey key, long signCount, Option<BackupEligibility> backup) implements Event {}

        /**
         * An assertion was accepted.
         *
         * @param key of the credential that made it; none if there was only one
         */
        record Asserted(long signCount, Option<P256PublicKey> key, Option<BackupEligibility> backup) implements Event {}
    }

    /** From version 1, in which an id had one key. */
    static JsonObject ofSeveralKeys(JsonObject json) {
        return json.when("passkey-registered", event -> event.with("backup", JsonObject.NULL))
                .when("passkey-asserted", event -> event.with("key", JsonObject.NULL).with("backup", JsonObject.NULL))
                .inside("state", state -> state.with(
                                "credentials",
                                "[{\"key\":%s,\"signCount\":%s,\"backup\":null}]".formatted(state.get("key"), state.get("signCount")))
                        .without("key")
                        .without("signCount"));
    }

    static PasskeyRecord evolve(Option<PasskeyRecord> before, Event event) {
        return switch (event) {
            case Event.Registered(var id, var key, var signCount, var backup) -> {
                Array<Credential> known = before.map(PasskeyRecord::credentials).getOrElse(Array::empty);
                if (known.exists(one -> one.key.equals(key))) {
                    throw new IllegalStateException("a credential is registered once");
                }
                yield new PasskeyRecord(id, known.append(new Credential(key, signCount, backup)));
            }
            case Event.Asserted(var signCount, var key, var backup) -> before
                    .map(known -> new PasskeyRecord(
                            known.credentialId,
                            known.credentials.map(one -> key.forAll(one.key::equals)
                                    ? new Credential(one.key, signCount, backup.orElse(one.backup))
                                    : one)))
                    .getOrElseThrow(() -> new IllegalStateException("the credential was never registered"));
        };
    }

    Option<Credential> of(P256PublicKey key) {
        return credentials.find(one -> one.key.equals(key));
    }
}
