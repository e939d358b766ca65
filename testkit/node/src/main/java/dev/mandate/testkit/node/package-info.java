/** A Solana node for tests, over a simulated chain. */
@NullMarked
package dev.mandate.testkit.node;

import org.jspecify.annotations.NullMarked;
