/**
 * The simulated Squads v4 program. The domain's rules decide. This package adds the program's own behaviour: the required
 * accounts, the order of checks, the rent payer, and the exact bytes of accounts.
 */
@NullMarked
package dev.mandate.simulator.squads;

import org.jspecify.annotations.NullMarked;
