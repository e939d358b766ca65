/**
 * The programs that every transaction touches: their instructions built and read, and their accounts' layouts.
 *
 * <p>Reading is stricter than the programs themselves are, several of which ignore bytes and accounts beyond those that they
 * ask for: what is read here is understood to the last byte, so that nobody approves what was not shown.
 */
@NullMarked
package dev.mandate.solana.programs;

import org.jspecify.annotations.NullMarked;
