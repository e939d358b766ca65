/**
 * The simulated Squads v4 program. Whether something may happen the domain's rules say; this says what stands around them in
 * the program: which accounts it asks for, in which order it looks at what, who pays, and what it leaves behind byte for byte.
 */
@NullMarked
package dev.mandate.simulator.squads;

import org.jspecify.annotations.NullMarked;
