package dev.mandate.ports.chain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Map;

/**
 * Accounts and clock, read at one slot.
 *
 * @param slot the slot at which all was read
 * @param chainTime the Clock sysvar's Unix time at that slot: the {@code now} of every rule that the chain enforces
 * @param accounts those that exist, by address
 */
public record AccountsSnapshot(long slot, UnixTime chainTime, Map<Address, AccountData> accounts) {}
