/** What the engine needs of a chain: account bytes, blockhashes, fees, sending and asking what became of it. */
@NullMarked
package dev.mandate.ports.chain;

import org.jspecify.annotations.NullMarked;
