/** Squads v4 as an implementation of the engine's program port: it encodes operations as instructions and reads accounts into domain terms. */
@NullMarked
package dev.mandate.solana.squadsv4.program;

import org.jspecify.annotations.NullMarked;
