package dev.mandate.ports.spi.passkey;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.passkey.BackupEligibility;

/**
 * What an assertion proves.
 *
 * @param challenge the challenge that the response answers. The caller has to check that it gave it
 * @param signCount the authenticator's counter; 0 if it has none
 */
public record VerifiedAssertion(Bytes challenge, long signCount, BackupEligibility backup) {}
