/** Finds an account's transfers in the chain's history. Nothing of them is stored here. */
@NullMarked
package dev.mandate.engine.transfer;

import org.jspecify.annotations.NullMarked;
