/** The formats of a chain and its program, together: what a host chooses once. */
@NullMarked
package dev.mandate.ports.spi.formats;

import org.jspecify.annotations.NullMarked;
