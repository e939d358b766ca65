/** Translates between the Squads v4 program's accounts and error codes and the domain's terms. */
@NullMarked
package dev.mandate.solana.squadsv4.terms;

import org.jspecify.annotations.NullMarked;
