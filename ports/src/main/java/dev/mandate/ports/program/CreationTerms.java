package dev.mandate.ports.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;

/**
 * What the program takes for a new account, read from the chain.
 *
 * @param fee in lamports, beside rent
 * @param treasury who receives it
 */
public record CreationTerms(BaseUnits fee, Address treasury) {}
