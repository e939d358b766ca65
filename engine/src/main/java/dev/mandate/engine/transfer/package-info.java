/** An account's transfers, found in the chain's own memory: nothing of them is kept here. */
@NullMarked
package dev.mandate.engine.transfer;

import org.jspecify.annotations.NullMarked;
