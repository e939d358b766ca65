/** The reasons why a durable store does not open. The stores are in the packages below. */
@NullMarked
package dev.mandate.adapters.store;

import org.jspecify.annotations.NullMarked;
