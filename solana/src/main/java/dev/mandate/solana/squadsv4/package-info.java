/**
 * Encodings of the Squads v4 program: its addresses, its error codes, and the types that its instructions and accounts share.
 * These types hold raw numbers under the program's own names. The package {@code terms} translates them into the domain's
 * terms.
 */
@NullMarked
package dev.mandate.solana.squadsv4;

import org.jspecify.annotations.NullMarked;
