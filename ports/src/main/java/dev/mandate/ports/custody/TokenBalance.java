package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;

/**
 * The balance of one token account of a smart account.
 *
 * @param amount in base units
 * @param decimals decimal places of the token
 */
public record TokenBalance(Address tokenAccount, Address mint, BaseUnits amount, int decimals) {}
