/** Which accounts each tenant knows on each network. */
@NullMarked
package dev.mandate.engine.holding;

import org.jspecify.annotations.NullMarked;
