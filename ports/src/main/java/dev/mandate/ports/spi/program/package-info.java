/**
 * Ports for the on-chain program that holds the accounts, and for the chain's own formats: from operations to bytes, and back. No
 * implementation does I/O.
 */
@NullMarked
package dev.mandate.ports.spi.program;

import org.jspecify.annotations.NullMarked;
