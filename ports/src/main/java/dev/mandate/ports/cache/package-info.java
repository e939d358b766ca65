/** A cache that engine and adapters share. Not a port. */
@NullMarked
package dev.mandate.ports.cache;

import org.jspecify.annotations.NullMarked;
