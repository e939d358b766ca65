package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.control.Option;

/**
 * A payment within a spending limit that an instruction makes.
 *
 * @param limit the limit's address
 * @param destination who gets it; for a token, the owner of the token account
 * @param amount in base units of the limit's token
 * @param memo as another client may have written it
 */
public record LimitPayment(Address limit, Address destination, BaseUnits amount, Option<String> memo) {}
