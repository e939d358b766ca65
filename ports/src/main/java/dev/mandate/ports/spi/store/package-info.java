/** The interface of a durable store and its retention. */
@NullMarked
package dev.mandate.ports.spi.store;

import org.jspecify.annotations.NullMarked;
