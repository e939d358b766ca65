/** Transfers into and out of smart accounts, read from the chain, and queries for them. */
@NullMarked
package dev.mandate.ports.api.transfer;

import org.jspecify.annotations.NullMarked;
