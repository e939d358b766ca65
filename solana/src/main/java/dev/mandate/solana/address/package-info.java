/** Addresses that programs derive and nobody has a key to: the derivation, and the curve check that it rests on. */
@NullMarked
package dev.mandate.solana.address;

import org.jspecify.annotations.NullMarked;
