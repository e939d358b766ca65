package dev.mandate.ports.api.passkey;

import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;

/**
 * A tenant's passkey.
 *
 * @param account its account on the chain, the same on every network. It cannot be a signer of a smart account yet
 */
public record Passkey(Bytes credentialId, P256PublicKey key, Address account) {}
