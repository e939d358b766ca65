/** Keys for tests, derived from labels, so that they are the same on every run. */
@NullMarked
package dev.mandate.simulator.keys;

import org.jspecify.annotations.NullMarked;
