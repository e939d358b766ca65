/**
 * The deployed Squads v4 program as referee over the simulated one, and with it over the domain's rules: random transactions
 * are played on both, and every answer and every account compared.
 */
@NullMarked
package dev.mandate.testkit.referee;

import org.jspecify.annotations.NullMarked;
