/** Implements the engine's format ports for Solana: transactions as bytes, native instructions, tokens. */
@NullMarked
package dev.mandate.solana.format;

import org.jspecify.annotations.NullMarked;
