/** Reads and writes the bytes of transactions, instructions and accounts. */
@NullMarked
package dev.mandate.solana.bytes;

import org.jspecify.annotations.NullMarked;
