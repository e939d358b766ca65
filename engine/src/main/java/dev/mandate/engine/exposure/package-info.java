/** Reads what a search for exposure needs. */
@NullMarked
package dev.mandate.engine.exposure;

import org.jspecify.annotations.NullMarked;
