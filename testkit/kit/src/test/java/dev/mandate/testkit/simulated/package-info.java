/** Tests the simulated chain against the port's contract. */
@NullMarked
package dev.mandate.testkit.simulated;

import org.jspecify.annotations.NullMarked;
