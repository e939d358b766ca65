package dev.mandate.simulator.chain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.chain.AccountData;

/**
 * What a test may do to a chain that it owns, and nobody to a real one. Each call takes effect before it returns.
 *
 * <p>Such a chain stands still: its clock moves by {@link #advance} alone. Every transaction that lands is a block of its own:
 * slot and block height grow by one, and there is a new blockhash. Every slot has a block, those too that pass otherwise; the
 * chain remembers the last 512 (SlotHashes).
 */
public interface ChainControl {

    /**
     * Moves the chain's clock on. Slots and blocks pass with it, one for each 400 ms begun, so that blockhashes outlive
     * 60 seconds and not a second more.
     *
     * @param seconds zero or more
     * @throws IllegalArgumentException if negative
     */
    void advance(long seconds);

    /** Lets blocks pass without time until every blockhash handed out so far is dead. */
    void expireBlockhashes();

    /**
     * Adds to a balance; an account of the system program comes into being where there was none.
     *
     * @param lamports more than zero
     */
    void fund(Address address, BaseUnits lamports);

    /**
     * Puts an account at an address, in place of the one that was there.
     *
     * @param account zero lamports mean that there is none thereafter
     */
    void put(Address address, AccountData account);
}
