/** All that a durable store offers, in one hand. */
@NullMarked
package dev.mandate.ports.store;

import org.jspecify.annotations.NullMarked;
