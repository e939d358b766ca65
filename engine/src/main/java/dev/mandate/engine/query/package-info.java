/** Reads accounts, limits, rents and transactions: for the use cases, and for display by a host. */
@NullMarked
package dev.mandate.engine.query;

import org.jspecify.annotations.NullMarked;
