/** What a test may do to a chain that it owns. */
@NullMarked
package dev.mandate.simulator.chain;

import org.jspecify.annotations.NullMarked;
