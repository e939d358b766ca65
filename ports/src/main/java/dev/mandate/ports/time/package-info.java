/** The clock of the machine, for what the chain's clock does not rule. */
@NullMarked
package dev.mandate.ports.time;

import org.jspecify.annotations.NullMarked;
