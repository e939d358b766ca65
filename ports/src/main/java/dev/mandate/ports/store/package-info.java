/** The interface of a durable store with all its parts. */
@NullMarked
package dev.mandate.ports.store;

import org.jspecify.annotations.NullMarked;
