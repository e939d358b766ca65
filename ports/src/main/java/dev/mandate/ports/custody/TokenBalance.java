package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;

/**
 * What a smart account has of a token in one of its token accounts.
 *
 * @param amount in base units
 * @param decimals places between the token and its base unit
 */
public record TokenBalance(Address tokenAccount, Address mint, BaseUnits amount, int decimals) {}
