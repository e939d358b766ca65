/** A server that carries the service: Helidon SE on virtual threads. */
@NullMarked
package dev.mandate.adapters.http.helidon;

import org.jspecify.annotations.NullMarked;
