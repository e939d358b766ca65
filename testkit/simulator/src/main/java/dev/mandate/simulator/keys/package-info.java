/** Keys that tests sign with: made from a label, the same on every run. */
@NullMarked
package dev.mandate.simulator.keys;

import org.jspecify.annotations.NullMarked;
