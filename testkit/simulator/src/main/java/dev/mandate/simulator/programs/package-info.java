/**
 * The programs of the runtime and of the SPL library, as far as accounts, transfers, nonces and lookup tables need them. One class
 * each.
 */
@NullMarked
package dev.mandate.simulator.programs;

import org.jspecify.annotations.NullMarked;
