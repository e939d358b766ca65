package dev.mandate.domain.enginelimit;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;

/**
 * Whose limit it is.
 *
 * @param limit its address on the chain
 * @param key the id of its policy key in the vault
 * @param policyKey the address of that key, the limit's only member on the chain
 */
public record EngineLimitSubject(
        Tenant tenant, Network network, Address account, Address limit, ManagedKeyId key, Address policyKey) {}
