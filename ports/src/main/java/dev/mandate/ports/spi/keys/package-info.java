/** Ports for signing with keys and for checking signatures. */
@NullMarked
package dev.mandate.ports.spi.keys;

import org.jspecify.annotations.NullMarked;
