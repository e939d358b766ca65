/** Solana's own formats behind the ports that the engine knows: transactions as bytes, native instructions, tokens. */
@NullMarked
package dev.mandate.solana.format;

import org.jspecify.annotations.NullMarked;
