/** Reads accounts, limits, rents and transactions: what every use case starts from, and what a host asks to be shown. */
@NullMarked
package dev.mandate.engine.query;

import org.jspecify.annotations.NullMarked;
