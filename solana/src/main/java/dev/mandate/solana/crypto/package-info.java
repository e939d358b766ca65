/** Signatures as the network checks them. */
@NullMarked
package dev.mandate.solana.crypto;

import org.jspecify.annotations.NullMarked;
