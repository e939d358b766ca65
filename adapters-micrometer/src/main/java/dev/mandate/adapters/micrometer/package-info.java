/** Metrics of the engine in a host's own Micrometer registry. */
@NullMarked
package dev.mandate.adapters.micrometer;

import org.jspecify.annotations.NullMarked;
