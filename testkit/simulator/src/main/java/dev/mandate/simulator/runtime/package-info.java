/**
 * The execution of a transaction's instructions: the programs' view of accounts, inner calls, and the runtime's checks. Source:
 * the Agave validator's runtime.
 */
@NullMarked
package dev.mandate.simulator.runtime;

import org.jspecify.annotations.NullMarked;
