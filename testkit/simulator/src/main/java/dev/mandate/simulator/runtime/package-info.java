/**
 * How a transaction's instructions run: accounts as programs see them, calls from program to program, and what the runtime
 * holds every program to. Source: the Agave validator's runtime.
 */
@NullMarked
package dev.mandate.simulator.runtime;

import org.jspecify.annotations.NullMarked;
