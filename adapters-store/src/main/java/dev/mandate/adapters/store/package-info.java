/** What every durable store shares: the reasons why one does not open. The stores themselves live below. */
@NullMarked
package dev.mandate.adapters.store;

import org.jspecify.annotations.NullMarked;
