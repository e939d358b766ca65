package dev.mandate.ports.keys;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;

/**
 * A transaction message that was decoded from exactly these bytes, found to operate on the signer's account and nothing else, and approved by
 * the signer's authority. Only the engine's decision about managed signatures constructs it; an architecture test checks that. So a {@link
 * KeyVault} signs nothing else.
 *
 * @param tenant the owner of the key
 * @param key the key that signs
 * @param signer the key's address, one of the message's signers
 * @param message the bytes to sign, of a legacy, v0 or v1 transaction
 */
public record AuthorizedMessage(Tenant tenant, ManagedKeyId key, Address signer, Bytes message) {}
