/**
 * Compares the deployed Squads v4 program with the simulated one, and so with the domain's rules. Random transactions run on
 * both; every answer and every account must be equal.
 */
@NullMarked
package dev.mandate.testkit.referee;

import org.jspecify.annotations.NullMarked;
