/** Squads v4 behind the port that the engine knows: operations in domain terms become its instructions, its accounts domain terms. */
@NullMarked
package dev.mandate.solana.squadsv4.program;

import org.jspecify.annotations.NullMarked;
