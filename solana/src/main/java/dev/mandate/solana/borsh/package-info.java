/**
 * Borsh, the byte format in which most Solana programs take arguments and keep accounts: little-endian numbers, lists and
 * texts with a length before them, one tag byte before an optional or a variant.
 */
@NullMarked
package dev.mandate.solana.borsh;

import org.jspecify.annotations.NullMarked;
