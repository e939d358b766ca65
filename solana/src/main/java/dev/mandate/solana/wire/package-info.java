/**
 * Transactions as bytes, the way the network takes them: compile, serialize, and a strict parse.
 *
 * <p>Strict means that every byte string has at most one reading and that a value serializes back to the very bytes it was
 * read from. What the runtime's sanitizer would refuse is refused here, as a value that says where and why.
 */
@NullMarked
package dev.mandate.solana.wire;

import org.jspecify.annotations.NullMarked;
