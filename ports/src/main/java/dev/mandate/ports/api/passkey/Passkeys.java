package dev.mandate.ports.api.passkey;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The passkeys of all tenants. A tenant sees its own alone. A response that is accepted uses up its challenge, and a refused one does not. Safe
 * from any thread. Any call may throw {@link dev.mandate.ports.spi.journal.JournalUnavailableException}.
 */
public interface Passkeys {

    /** A new random challenge. It is valid for 60 seconds, for one response of this tenant. */
    PasskeyChallenge challenge(Tenant tenant);

    /**
     * Registers a new credential. Ids of credentials are public, so an id may have several keys: nobody owns it by having registered it first.
     */
    Either<PasskeyRefusal, Passkey> register(Tenant tenant, RegistrationResponse response);

    /**
     * Registers the credential of two assertions, which was registered elsewhere before. One assertion proves nothing: for any signature there is a
     * key that fits it. Both challenges are used up.
     *
     * @param key in a form of {@link PasskeyVerifier#key}
     * @param second an assertion of the same credential over another challenge
     */
    Either<PasskeyRefusal, Passkey> adopt(Tenant tenant, Bytes key, AssertionResponse first, AssertionResponse second);

    /** The registered credential that made this assertion: of the keys of its id the one that verifies it. */
    Either<PasskeyRefusal, Passkey> asserted(Tenant tenant, AssertionResponse assertion);

    /** The tenant's passkey whose account this is. */
    Option<Passkey> ofAccount(Tenant tenant, Address account);
}
