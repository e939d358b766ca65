/** Ed25519 as the network uses it: signature checks, and which addresses can be keys. */
@NullMarked
package dev.mandate.solana.crypto;

import org.jspecify.annotations.NullMarked;
