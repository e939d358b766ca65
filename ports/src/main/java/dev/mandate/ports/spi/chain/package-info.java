/** The chain as the engine needs it: account bytes, blockhashes, fees, sending, and the status of sent transactions. */
@NullMarked
package dev.mandate.ports.spi.chain;

import org.jspecify.annotations.NullMarked;
