/** The corpus: sequences that were recorded on the deployed Squads v4 program, and their replay on the rules and on a chain. */
@NullMarked
package dev.mandate.testkit.referee.corpus;

import org.jspecify.annotations.NullMarked;
