/**
 * What the engine needs of the on-chain program that holds the accounts, and of the chain's own formats: intents in, bytes
 * out, and back. Pure: no implementation does I/O.
 */
@NullMarked
package dev.mandate.ports.program;

import org.jspecify.annotations.NullMarked;
