/**
 * The calls of the public SDK {@code @sqds/grid}: its requests in the words of the interface, and the interface's answers in its
 * words. Only the assembly names this package. Without it the service speaks the interface alone.
 */
@NullMarked
package dev.mandate.adapters.http.grid;

import org.jspecify.annotations.NullMarked;
