/** Tests of the test keys against RFC 8032. */
@NullMarked
package dev.mandate.simulator.keys;

import org.jspecify.annotations.NullMarked;
