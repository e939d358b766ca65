package dev.mandate.ports.spi.passkey;

import dev.mandate.ports.api.passkey.PasskeyRefusal;
import dev.mandate.ports.api.passkey.AssertionResponse;
import dev.mandate.ports.api.passkey.RegistrationResponse;
import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Either;

/**
 * Verifies responses for one relying party and its origins (WebAuthn Level 2, 7.1 and 7.2). The key must be for ES256, and the user present.
 * Attestations are not judged. Challenge and counter are left to the caller. No response makes a method throw. Safe from any thread.
 */
public interface PasskeyVerifier {

    /** The relying party's id: a domain. */
    String relyingPartyId();

    /** Verifies the registration of a new credential. */
    Either<PasskeyRefusal.BadResponse, VerifiedRegistration> verify(RegistrationResponse response);

    /** Verifies an assertion by the credential with this key. */
    Either<PasskeyRefusal.BadResponse, VerifiedAssertion> verify(AssertionResponse response, P256PublicKey key);

    /** The key in a SubjectPublicKeyInfo (RFC 5480), in a COSE_Key (RFC 9053), or in 33 bytes of a compressed point. */
    Either<PasskeyRefusal.BadKey, P256PublicKey> key(Bytes encoded);
}
