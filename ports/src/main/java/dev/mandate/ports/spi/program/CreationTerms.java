package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;

/**
 * The program's fee for a new account, read from the chain.
 *
 * @param fee in lamports, beside rent
 * @param treasury the address that receives it
 */
public record CreationTerms(BaseUnits fee, Address treasury) {}
