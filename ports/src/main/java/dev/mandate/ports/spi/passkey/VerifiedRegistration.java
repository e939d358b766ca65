package dev.mandate.ports.spi.passkey;

import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.passkey.BackupEligibility;

/**
 * What a registration proves.
 *
 * @param challenge the challenge that the response answers. The caller has to check that it gave it
 * @param key of the new credential
 * @param signCount the authenticator's counter; 0 if it has none
 */
public record VerifiedRegistration(Bytes challenge, P256PublicKey key, long signCount, BackupEligibility backup) {}
