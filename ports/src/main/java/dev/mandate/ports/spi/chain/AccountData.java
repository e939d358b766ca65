package dev.mandate.ports.spi.chain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;

/**
 * An account as the chain stores it.
 *
 * @param lamports its balance
 * @param owner the program that may change it
 * @param data that program's own layout
 * @param executable whether it is a program
 */
public record AccountData(BaseUnits lamports, Address owner, Bytes data, boolean executable) {}
