/** The simulated chain, held against the port's contract and against the real runtime with the real programs. */
@NullMarked
package dev.mandate.testkit.simulated;

import org.jspecify.annotations.NullMarked;
