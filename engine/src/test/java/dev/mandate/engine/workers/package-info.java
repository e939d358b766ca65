/** Workers on a store in memory: each step by hand and by the clock, and the threads around them. */
@NullMarked
package dev.mandate.engine.workers;

import org.jspecify.annotations.NullMarked;
