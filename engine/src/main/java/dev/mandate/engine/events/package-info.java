/** Events of the journal as hosts get them. */
@NullMarked
package dev.mandate.engine.events;

import org.jspecify.annotations.NullMarked;
