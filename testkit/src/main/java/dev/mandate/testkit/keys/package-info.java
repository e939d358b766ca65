/** Keys that tests sign with: made from a label, the same on every run. */
@NullMarked
package dev.mandate.testkit.keys;

import org.jspecify.annotations.NullMarked;
