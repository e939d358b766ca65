/** Interfaces by which a test controls a chain that it owns. */
@NullMarked
package dev.mandate.simulator.chain;

import org.jspecify.annotations.NullMarked;
