/**
 * The common programs: codecs for their instructions.
 *
 * <p>Decoding is stricter than the programs, several of which ignore additional bytes and accounts. Every byte of a decoded
 * instruction is understood, so nobody approves content that was not shown.
 */
@NullMarked
package dev.mandate.solana.programs;

import org.jspecify.annotations.NullMarked;
