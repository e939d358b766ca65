/** The program's instructions: one record each, and their codec. */
@NullMarked
package dev.mandate.solana.squadsv4.instruction;

import org.jspecify.annotations.NullMarked;
