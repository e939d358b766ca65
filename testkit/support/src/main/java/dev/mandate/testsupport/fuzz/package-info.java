/** Mutated inputs, and how many of them are played. */
@NullMarked
package dev.mandate.testsupport.fuzz;

import org.jspecify.annotations.NullMarked;
