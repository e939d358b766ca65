package dev.mandate.simulator.chain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;

/**
 * Controls a chain that a test owns. Each call takes effect before it returns.
 *
 * <p>The chain's clock moves only by {@link #advance}. Each transaction that lands forms its own block: slot and block height
 * grow by one, and there is a new blockhash. Every slot has a block. The chain remembers the last 512 slots (SlotHashes).
 */
public interface ChainControl {

    /**
     * Moves the chain's clock forward. One slot and one block pass for each started slot time, 400 ms unless the chain has
     * another: blockhashes stay valid for 60 seconds then, and no longer.
     *
     * @param seconds zero or more
     * @throws IllegalArgumentException if negative
     */
    void advance(long seconds);

    /**
     * Lets blocks pass without time until all blockhashes returned so far are expired, with the margin after which clients believe it
     * ({@link dev.mandate.domain.submission.Lifetime#MARGIN_BLOCKS}).
     */
    void expireBlockhashes();

    /**
     * Adds to a balance. Creates an account of the system program if there is none.
     *
     * @param lamports more than zero
     */
    void fund(Address address, BaseUnits lamports);

    /**
     * Sets the account at an address.
     *
     * @param account zero lamports remove the account
     */
    void put(Address address, AccountData account);
}
