/** The machine's clock, for everything that does not depend on the chain's clock. */
@NullMarked
package dev.mandate.ports.spi.time;

import org.jspecify.annotations.NullMarked;
