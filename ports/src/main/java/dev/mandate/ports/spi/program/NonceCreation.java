package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;

/**
 * The creation of a nonce account.
 *
 * @param nonceAccount a new address, which signs
 * @param authority may advance the nonce and withdraw the lamports
 * @param lamports that the payer gives
 */
public record NonceCreation(Address payer, Address nonceAccount, Address authority, BaseUnits lamports) {}
