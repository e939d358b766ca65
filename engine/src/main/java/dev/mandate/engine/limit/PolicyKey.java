package dev.mandate.engine.limit;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.authority.ManagedKeyId;

/** The key by which the engine signs for a limit that it keeps: its id in the vault, and its address. */
public record PolicyKey(ManagedKeyId id, Address address) {}
