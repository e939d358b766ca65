/** Signatures as the network checks them, and which addresses can be keys at all. */
@NullMarked
package dev.mandate.solana.crypto;

import org.jspecify.annotations.NullMarked;
