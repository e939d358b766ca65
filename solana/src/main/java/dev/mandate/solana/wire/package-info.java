/**
 * Transactions as bytes, as the network accepts them: compile, serialize, and a strict parse.
 *
 * <p>Strict means that every byte string has at most one reading, and that a value serializes to the same bytes that it was
 * read from. Input that the runtime's sanitizer refuses is refused here, with a value that says where and why.
 */
@NullMarked
package dev.mandate.solana.wire;

import org.jspecify.annotations.NullMarked;
