/**
 * The Squads v4 program as it spells itself in bytes: its addresses, error codes, and the types that its instructions and
 * accounts share. Raw numbers under the program's own names; what they mean to an account's owners is said elsewhere.
 */
@NullMarked
package dev.mandate.solana.squadsv4;

import org.jspecify.annotations.NullMarked;
