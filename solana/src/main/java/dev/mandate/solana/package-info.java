/** Solana: the wire codec, addresses, and the programs that Mandate uses. Pure; no I/O. */
@NullMarked
package dev.mandate.solana;

import org.jspecify.annotations.NullMarked;
