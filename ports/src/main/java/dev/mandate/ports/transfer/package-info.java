/** Transfers into and out of smart accounts, read from the chain, and queries for them. */
@NullMarked
package dev.mandate.ports.transfer;

import org.jspecify.annotations.NullMarked;
