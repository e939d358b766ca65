/** The contract of the {@code Chain} port, for tests of its implementations. */
@NullMarked
package dev.mandate.testkit.chain;

import org.jspecify.annotations.NullMarked;
