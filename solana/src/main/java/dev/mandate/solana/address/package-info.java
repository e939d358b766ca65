/** Addresses that programs derive and nobody has a key to. */
@NullMarked
package dev.mandate.solana.address;

import org.jspecify.annotations.NullMarked;
