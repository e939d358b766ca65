/** The server's own clock. */
@NullMarked
package dev.mandate.engine.time;

import org.jspecify.annotations.NullMarked;
