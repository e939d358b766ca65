/** Program-derived addresses: addresses without a private key. */
@NullMarked
package dev.mandate.solana.address;

import org.jspecify.annotations.NullMarked;
