/** Simulations of the runtime's and the SPL library's programs, one class each. They cover accounts, transfers, nonces and lookup tables. */
@NullMarked
package dev.mandate.simulator.programs;

import org.jspecify.annotations.NullMarked;
