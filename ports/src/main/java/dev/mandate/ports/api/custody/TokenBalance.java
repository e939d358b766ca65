package dev.mandate.ports.api.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.control.Option;

/**
 * The balance of one token account of a smart account.
 *
 * @param amount in base units
 * @param decimals decimal places of the token; none if its mint is closed or cannot be read
 */
public record TokenBalance(Address tokenAccount, Address mint, BaseUnits amount, Option<Integer> decimals) {}
