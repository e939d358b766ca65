/** The calls of a custody for hosts that throw. */
@NullMarked
package dev.mandate.ports.api.throwing;

import org.jspecify.annotations.NullMarked;
