/** The instructions of well-known programs as tables: number, name, accounts, arguments, the money that moves, and a sentence. */
@NullMarked
package dev.mandate.solana.decode;

import org.jspecify.annotations.NullMarked;
