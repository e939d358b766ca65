/** Crashes and bad lines, where a test wants them. */
@NullMarked
package dev.mandate.engine.faults;

import org.jspecify.annotations.NullMarked;
