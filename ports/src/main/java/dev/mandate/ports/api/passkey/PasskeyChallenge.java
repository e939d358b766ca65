package dev.mandate.ports.api.passkey;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;

/**
 * A challenge for one response of the tenant.
 *
 * @param validUntil by the server's clock
 */
public record PasskeyChallenge(Bytes32 value, String relyingPartyId, UnixTime validUntil) {}
